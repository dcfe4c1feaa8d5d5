package dev.goldenrod.engine.mongodb.standin;

import de.bwaldvogel.mongo.exception.MongoServerError;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** The server's side of one login with SCRAM-SHA-256 (RFC 5802). */
final class Scram {
  private static final int ITERATIONS = 4096;
  private static final int BITS = 256;
  private static final int AUTHENTICATION_FAILED = 18;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** What a server stores of a password, each part in Base64. */
  record Verifier(String salt, String storedKey, String serverKey) {
    static Verifier parse(String text) {
      String[] parts = text.split(" ");
      return new Verifier(parts[0], parts[1], parts[2]);
    }

    String text() {
      return String.join(" ", salt, storedKey, serverKey);
    }
  }

  private final String database;
  private final Function<String, Optional<Verifier>> verifiers;
  private String user = "";
  private String messages = "";
  private Optional<Verifier> verifier = Optional.empty();

  Scram(String database, Function<String, Optional<Verifier>> verifiers) {
    this.database = database;
    this.verifiers = verifiers;
  }

  static Verifier verifier(String password) {
    byte[] salt = random();
    try {
      byte[] salted =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
              .generateSecret(new PBEKeySpec(password.toCharArray(), salt, ITERATIONS, BITS))
              .getEncoded();
      byte[] clientKey = hmac(salted, "Client Key");
      return new Verifier(
          encode(salt), encode(sha256(clientKey)), encode(hmac(salted, "Server Key")));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  String user() {
    return user;
  }

  /** Returns the response to the client's first message. */
  String first(String message) {
    String bare = message.substring("n,,".length());
    Map<String, String> said = attributes(bare);
    user = database + "." + said.get("n");
    verifier = verifiers.apply(user);
    String salt = verifier.map(Verifier::salt).orElseGet(() -> encode(random()));
    String answer = "r=%s%s,s=%s,i=%d".formatted(said.get("r"), encode(random()), salt, ITERATIONS);
    messages = bare + "," + answer;
    return answer;
  }

  /** Returns the response to the client's proof. */
  String second(String message) {
    String signed = messages + "," + message.substring(0, message.lastIndexOf(",p="));
    Verifier known = verifier.orElseThrow(Scram::refused);
    byte[] key = hmac(decode(known.storedKey()), signed);
    byte[] proof = decode(attributes(message).getOrDefault("p", ""));
    for (int i = 0; i < key.length; i++) {
      key[i] ^= proof[i];
    }
    if (!MessageDigest.isEqual(sha256(key), decode(known.storedKey()))) {
      throw refused();
    }
    return "v=" + encode(hmac(decode(known.serverKey()), signed));
  }

  private static MongoServerError refused() {
    return new MongoServerError(
        AUTHENTICATION_FAILED, "AuthenticationFailed", "Authentication failed.");
  }

  private static Map<String, String> attributes(String message) {
    return Stream.of(message.split(","))
        .collect(Collectors.toMap(part -> part.substring(0, 1), part -> part.substring(2)));
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] random() {
    byte[] bytes = new byte[18];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  private static String encode(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static byte[] decode(String text) {
    return Base64.getDecoder().decode(text);
  }
}
