package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import io.kubernetes.client.openapi.models.V1Secret;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import okio.Buffer;

/** A digest of the password in a Secret, to be stored where the password itself is not. */
public final class SecretFingerprint {
  public static final String PASSWORD = "password";

  /** Annotation of a cached Secret, which has no values. */
  private static final String KEPT = "goldenrod.dev/fingerprint";

  private SecretFingerprint() {}

  /** Returns the fingerprint of the Secret's password; empty without one. */
  public static Optional<String> of(V1Secret secret) {
    return secret.getData() == null
        ? Annotations.of(secret, KEPT)
        : Optional.ofNullable(secret.getData().get(PASSWORD)).map(value -> of(secret, value));
  }

  /** Returns the fingerprint that the password would have in the Secret. */
  public static String of(V1Secret secret, String password) {
    return of(secret, password.getBytes(StandardCharsets.UTF_8));
  }

  /** Removes the Secret's values, and adds the fingerprint. */
  static void replaceValues(V1Secret secret) {
    Optional<String> fingerprint = of(secret);
    secret.data(null);
    fingerprint.ifPresent(text -> secret.getMetadata().putAnnotationsItem(KEPT, text));
  }

  /**
   * Includes the Secret's uid, so that equal passwords of two Secrets have different fingerprints.
   */
  private static String of(V1Secret secret, byte[] password) {
    String uid = String.valueOf(secret.getMetadata().getUid());
    return new Buffer().writeUtf8(uid).write(password).sha256().hex();
  }
}
