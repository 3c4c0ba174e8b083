package io.dragoman.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Seal;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Packs blocks, or the summary of a compaction, into a token that a client holds for the gateway: {@code drgm1.} and base64url of
 * deflated JSON, with a key also a dot and base64url of an HMAC-SHA256 over all that stands before it. The same content gives the same
 * token. A token that is damaged, foreign, of another version, not authentic or too large opens to nothing; no input makes it throw.
 */
public final class CarrierCodec {
    static final long MAX_OPEN_BYTES = 64L << 20;
    private static final int MAX_TOKEN = 64 << 20;
    private static final String HEAD = Carried.PREFIX + "1.";
    private static final String MAC = "HmacSHA256";

    private final Optional<SecretKeySpec> key;

    /** Tokens are not authenticated. */
    public CarrierCodec() {
        key = Optional.empty();
    }

    /** @param secret all gateways that see the same clients share it; blank: tokens are not authenticated */
    public CarrierCodec(String secret) {
        key = Optional.of(secret).filter(s -> !s.isBlank()).map(s -> new SecretKeySpec(s.getBytes(StandardCharsets.UTF_8), MAC));
    }

    /** Packs blocks of one provider. The seal refuses blocks without raw JSON: there would be nothing to give back. */
    public Seal seal(String issuer) {
        return blocks -> seal(new Envelope(issuer, blocks.stream().map(CarrierCodec::json).toList()));
    }

    public String seal(Envelope envelope) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        json.writeBytes(utf8("{\"issuer\":" + quoted(envelope.issuer()) + ",\"blocks\":["));
        for (int i = 0; i < envelope.blocks().size(); i++) {
            json.writeBytes(i == 0 ? new byte[0] : utf8(","));
            json.writeBytes(envelope.blocks().get(i).toBytes());
        }
        json.writeBytes(utf8("]}"));
        return pack(json.toByteArray());
    }

    /** A token for a compaction item. */
    public String sealSummary(String summary) {
        return pack(utf8("{\"summary\":" + quoted(summary) + "}"));
    }

    public Optional<Envelope> open(String token) {
        return open(token, new Allowance(MAX_OPEN_BYTES)).envelope();
    }

    public Optional<String> openSummary(String token) {
        return open(token, new Allowance(MAX_OPEN_BYTES)).summary();
    }

    CarrierContent open(String token, Allowance allowance) {
        if (!token.startsWith(HEAD) || token.length() > MAX_TOKEN) {
            return CarrierContent.UNREADABLE;
        }
        int dot = token.indexOf('.', HEAD.length());
        String signed = dot < 0 ? token : token.substring(0, dot);
        try {
            if (key.isPresent() && (dot < 0 || !authentic(signed, token.substring(dot + 1)))) {
                return CarrierContent.UNREADABLE;
            }
            if (allowance.left() == 0) {
                return CarrierContent.TOO_LARGE;
            }
            byte[] packed = Base64.getUrlDecoder().decode(signed.substring(HEAD.length()));
            return inflate(packed, allowance).map(CarrierContent::read).orElse(CarrierContent.TOO_LARGE);
        } catch (IllegalArgumentException | DataFormatException e) {
            return CarrierContent.UNREADABLE;
        }
    }

    private static Json json(Block block) {
        return block.raw().map(Raw::json).orElseThrow(() -> new IllegalArgumentException("Only blocks with raw JSON can be carried."));
    }

    private String pack(byte[] json) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try {
            deflater.setInput(json);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream(json.length / 2 + 64);
            byte[] buffer = new byte[8192];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            String token = HEAD + Base64.getUrlEncoder().withoutPadding().encodeToString(out.toByteArray());
            return key.isPresent() ? token + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(mac(token)) : token;
        } finally {
            deflater.end();
        }
    }

    /** Empty when it would be more than is allowed. */
    private static Optional<byte[]> inflate(byte[] packed, Allowance allowance) throws DataFormatException {
        Inflater inflater = new Inflater();
        byte[] out = new byte[(int) Math.min(Math.max(256L, packed.length * 4L), allowance.left() + 1)];
        int size = 0;
        try {
            inflater.setInput(packed);
            while (!inflater.finished()) {
                if (size > allowance.left()) {
                    return Optional.empty();
                }
                if (size == out.length) {
                    out = Arrays.copyOf(out, (int) Math.min(out.length * 2L, allowance.left() + 1));
                }
                int more = inflater.inflate(out, size, out.length - size);
                if (more == 0 && !inflater.finished()) {
                    throw new DataFormatException("cut off");
                }
                size += more;
            }
            if (inflater.getRemaining() > 0) {
                throw new DataFormatException("goes on after its end");
            }
            return size > allowance.left() ? Optional.empty() : Optional.of(Arrays.copyOf(out, size));
        } finally {
            allowance.spend(size);
            inflater.end();
        }
    }

    private boolean authentic(String signed, String mac) {
        return MessageDigest.isEqual(mac(signed), Base64.getUrlDecoder().decode(mac));
    }

    private byte[] mac(String signed) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(key.orElseThrow());
            return mac.doFinal(utf8(signed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + MAC + ".", e);
        }
    }

    private static String quoted(String text) {
        try {
            return Json.MAPPER.writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A string could not be written.", e);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
