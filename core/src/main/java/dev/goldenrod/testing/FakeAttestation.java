package dev.goldenrod.testing;

import dev.goldenrod.port.ImportSpec;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The attestations of masked imports of a {@link FakeDataPlane}: signed and complete, but with
 * invented counts.
 */
final class FakeAttestation {
  private static final String ALGORITHM = "Ed25519";
  private static final String CONTEXT = "goldenrod masking attestation, version 1\n";
  private static final int ID_BYTES = 8;

  /** The attestation as it is signed: keys sorted, without white space. */
  private static final String ATTESTATION =
      "{\"checks\":[{\"counts\":{\"bytes\":8388608,\"canaries\":100},\"exempted\":{},\"findings\":0,"
          + "\"name\":\"canary-search\",\"scope\":\"all files of the volume\"}],"
          + "\"coverage\":{\"computed\":0,\"dropped\":0,\"kept\":1,\"masked\":1,\"rows\":1,\"tables\":1,"
          + "\"tablesWithoutRows\":0,\"transformers\":{\"email\":1}},"
          + "\"issuedAt\":\"2026-01-31T12:00:00Z\",\"keyId\":\"0123456789abcdef\",\"libraries\":{},"
          + "\"rulesDigest\":\"%s\",\"subject\":\"%s@%d\"}";

  private static final String SIGNED =
      "{\"attestation\":%s,\"publicKey\":\"%s\",\"signerId\":\"%s\",\"signature\":\"%s\"}";

  private FakeAttestation() {}

  /** Returns the signed attestation of a masked import, as JSON text. */
  static String of(ImportSpec spec, String rules) {
    try {
      KeyPair keys = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
      byte[] publicKey = keys.getPublic().getEncoded();
      String attestation = ATTESTATION.formatted(hex(sha256(rules)), spec.golden(), spec.version());
      Signature signer = Signature.getInstance(ALGORITHM);
      signer.initSign(keys.getPrivate());
      signer.update((CONTEXT + attestation).getBytes(StandardCharsets.UTF_8));
      return SIGNED.formatted(
          attestation,
          Base64.getEncoder().encodeToString(publicKey),
          HexFormat.of().formatHex(sha256(publicKey), 0, ID_BYTES),
          Base64.getEncoder().encodeToString(signer.sign()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime cannot sign with " + ALGORITHM, e);
    }
  }

  private static byte[] sha256(String text) throws GeneralSecurityException {
    return sha256(text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] sha256(byte[] bytes) throws GeneralSecurityException {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
