package io.dragoman.wire.responses;

import java.util.Locale;
import java.util.Optional;

/** A {@code data:} URL that holds base64. */
record DataUrl(String mediaType, String data) {
    private static final String SCHEME = "data:";
    private static final String BASE64 = ";base64";

    /** Empty for any other address, also for a data: URL that is not base64. */
    static Optional<DataUrl> parse(String url) {
        int comma = url.indexOf(',');
        if (!url.regionMatches(true, 0, SCHEME, 0, SCHEME.length()) || comma < 0) {
            return Optional.empty();
        }
        String head = url.substring(SCHEME.length(), comma);
        if (!head.toLowerCase(Locale.ROOT).endsWith(BASE64)) {
            return Optional.empty();
        }
        String type = head.substring(0, head.length() - BASE64.length());
        int parameters = type.indexOf(';');
        return Optional.of(new DataUrl(parameters < 0 ? type : type.substring(0, parameters), url.substring(comma + 1)));
    }

    String text() {
        return SCHEME + mediaType + BASE64 + "," + data;
    }
}
