package io.dragoman.gateway;

/** A wrong setting: one sentence that names the property and says what to do. It stops the start. */
public final class SettingsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public SettingsException(String sentence) {
        super(sentence);
    }
}
