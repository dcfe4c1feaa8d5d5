package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import io.kubernetes.client.openapi.models.V1Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** What tells the password in a Secret from another one, where the password itself is not kept. */
public final class SecretFingerprint {
  /** The key of the password. */
  public static final String PASSWORD = "password";

  /** What a Secret without its values has instead. */
  private static final String KEPT = "goldenrod.dev/fingerprint";

  private SecretFingerprint() {}

  /** The fingerprint of the Secret's password; empty when it has none. */
  public static Optional<String> of(V1Secret secret) {
    return secret.getData() == null
        ? Annotations.of(secret, KEPT)
        : Optional.ofNullable(secret.getData().get(PASSWORD)).map(value -> of(secret, value));
  }

  /** The fingerprint that the Secret has with that password. */
  public static String of(V1Secret secret, String password) {
    return of(secret, password.getBytes(StandardCharsets.UTF_8));
  }

  /** Takes the Secret's values away, and leaves the fingerprint. */
  static void replaceValues(V1Secret secret) {
    Optional<String> fingerprint = of(secret);
    secret.data(null);
    fingerprint.ifPresent(text -> secret.getMetadata().putAnnotationsItem(KEPT, text));
  }

  /** Equal passwords of two Secrets have nothing in common. */
  private static String of(V1Secret secret, byte[] password) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(String.valueOf(secret.getMetadata().getUid()).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(password));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
