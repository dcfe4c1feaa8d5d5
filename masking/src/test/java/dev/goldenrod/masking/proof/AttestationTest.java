package dev.goldenrod.masking.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.masking.proof.Attestation.Check;
import dev.goldenrod.masking.proof.Attestation.Coverage;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttestationTest {
  private final KeyPair keys = keys();
  private final SignedAttestation signed = SignedAttestation.sign(attestation(0), keys);

  @Test
  void a_signature_holds_for_the_signers_key_alone() {
    assertThat(signed.isSignedBy(keys.getPublic())).isTrue();
    assertThat(signed.isSignedBy(keys().getPublic())).isFalse();
  }

  @Test
  void an_attestation_is_intact_with_the_signers_public_key_alone() {
    SignedAttestation byOther = SignedAttestation.sign(signed.attestation(), keys());

    assertThat(signed.isIntact()).isTrue();
    assertThat(withKey(byOther.publicKey()).isIntact()).isFalse();
    assertThat(withKey("no key!").isIntact()).isFalse();
  }

  private SignedAttestation withKey(String publicKey) {
    return new SignedAttestation(
        signed.attestation(), publicKey, signed.signerId(), signed.signature());
  }

  @Test
  void a_signed_attestation_is_the_same_after_a_round_trip_through_json() {
    SignedAttestation parsed = SignedAttestation.parse(signed.json());

    assertThat(parsed).isEqualTo(signed);
    assertThat(parsed.isSignedBy(keys.getPublic())).isTrue();
  }

  @Test
  void changes_break_the_signature() {
    for (String change : List.of("\"findings\":0>\"findings\":1", "shop@3>shop@4", "0123>0124")) {
      String[] halves = change.split(">");
      String changed = signed.json().replace(halves[0], halves[1]);

      assertThat(changed).isNotEqualTo(signed.json());
      assertThat(SignedAttestation.parse(changed).isSignedBy(keys.getPublic())).isFalse();
    }
    assertThat(
            new SignedAttestation(
                    signed.attestation(), signed.publicKey(), signed.signerId(), "no base64!")
                .isSignedBy(keys.getPublic()))
        .isFalse();
  }

  @Test
  void a_finding_or_no_check_at_all_is_no_proof() {
    Attestation made = attestation(0);
    Attestation unchecked =
        new Attestation(
            made.subject(),
            made.issuedAt(),
            made.rulesDigest(),
            made.keyId(),
            made.libraries(),
            made.coverage(),
            List.of());

    assertThat(made.isPassed()).isTrue();
    assertThat(attestation(1).isPassed()).isFalse();
    assertThat(unchecked.isPassed()).isFalse();
  }

  @Test
  void the_json_has_sorted_keys_and_no_white_space() {
    assertThat(attestation(0).json())
        .startsWith(
            "{\"checks\":[{\"counts\":{\"bytes\":1073741824,\"canaries\":10000},\"exempted\":{}")
        .endsWith("\"rulesDigest\":\"" + "0123".repeat(16) + "\",\"subject\":\"shop@3\"}");
  }

  @Test
  void other_texts_are_refused() {
    String withMember = signed.json().replace("{\"attestation\"", "{\"more\":1,\"attestation\"");
    String withoutSigner = signed.json().replace(",\"signerId\":\"" + signed.signerId() + "\"", "");

    for (String text : List.of("", "{}", "[]", withMember, withoutSigner)) {
      assertThatThrownBy(() -> SignedAttestation.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("this is no signed attestation: ");
    }
  }

  private static Attestation attestation(long findings) {
    return new Attestation(
        "shop@3",
        "2026-01-31T12:00:00Z",
        "0123".repeat(16),
        "89abcdef01234567",
        Map.of("words", "1"),
        new Coverage(100, 2, 1, 3, 4, 0, 1, Map.of("email", 1L, "text", 2L)),
        List.of(
            new Check(
                "canary-search",
                "all files of the volume",
                Map.of("bytes", 1L << 30, "canaries", 10_000L),
                findings,
                Map.of())));
  }

  private static KeyPair keys() {
    try {
      return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
