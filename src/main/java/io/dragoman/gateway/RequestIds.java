package io.dragoman.gateway;

import java.util.concurrent.ThreadLocalRandom;

/** Ids by which one exchange is found again in the log. They need not be secret, only distinct. */
final class RequestIds {
    private static final char[] SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghijkmnopqrstuvwxyz".toCharArray();

    private RequestIds() {}

    static String next() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        StringBuilder id = new StringBuilder("req_dr");
        for (int i = 0; i < 22; i++) {
            id.append(SIGNS[random.nextInt(SIGNS.length)]);
        }
        return id.toString();
    }
}
