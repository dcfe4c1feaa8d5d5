package dev.goldenrod.masking.proof;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.goldenrod.masking.rules.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;

/**
 * An attestation with an Ed25519 signature.
 *
 * @param publicKey the signer's public key, as X.509's SubjectPublicKeyInfo in Base64. Its presence
 *     proves no origin: compare {@code signerId} with that of the data plane that is trusted
 * @param signerId the identifier of the signer's public key
 * @param signature in Base64
 */
public record SignedAttestation(
    Attestation attestation, String publicKey, String signerId, String signature) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private static final String ALGORITHM = "Ed25519";

  /** Keeps signatures of the same key on other texts from being taken for attestations. */
  private static final String CONTEXT = "goldenrod masking attestation, version 1\n";

  private static final int ID_BYTES = 8;

  /**
   * Signs an attestation.
   *
   * @param keys of Ed25519
   */
  public static SignedAttestation sign(Attestation attestation, KeyPair keys) {
    try {
      Signature signer = Signature.getInstance(ALGORITHM);
      signer.initSign(keys.getPrivate());
      signer.update(message(attestation));
      String signature = Base64.getEncoder().encodeToString(signer.sign());
      String publicKey = Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
      return new SignedAttestation(attestation, publicKey, signerId(keys.getPublic()), signature);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the key cannot sign with " + ALGORITHM, e);
    }
  }

  /** Returns the identifier of a public key: 16 hexadecimal digits of its SHA-256. */
  public static String signerId(PublicKey key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
      return HexFormat.of().formatHex(digest, 0, ID_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
  }

  /** Returns whether the signature is that of the key's owner on this attestation. */
  public boolean isSignedBy(PublicKey key) {
    try {
      Signature verifier = Signature.getInstance(ALGORITHM);
      verifier.initVerify(key);
      verifier.update(message(attestation));
      return signerId.equals(signerId(key))
          && verifier.verify(Base64.getDecoder().decode(signature));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns whether the signature is that of the owner of the public key in this record. */
  public boolean isIntact() {
    try {
      byte[] key = Base64.getDecoder().decode(publicKey);
      return isSignedBy(
          KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(key)));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns the JSON text with the signature. */
  public String json() {
    return CanonicalJson.of(
        Map.of(
            "attestation",
            attestation.data(),
            "publicKey",
            publicKey,
            "signerId",
            signerId,
            "signature",
            signature));
  }

  /**
   * Parses the JSON text, without verifying the signature.
   *
   * @throws IllegalArgumentException if the text is no signed attestation, or has further members
   */
  public static SignedAttestation parse(String json) {
    try {
      return JSON.readValue(json, SignedAttestation.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "this is no signed attestation: " + e.getOriginalMessage(), e);
    }
  }

  private static byte[] message(Attestation attestation) {
    return (CONTEXT + attestation.json()).getBytes(StandardCharsets.UTF_8);
  }
}
