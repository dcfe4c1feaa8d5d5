package dev.goldenrod.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PendingSignInTest {
  private final PendingSignIn pending = PendingSignIn.begin("corp", "/clones?a=b.c");

  @Test
  void a_cookie_keeps_all_of_it() {
    assertThat(PendingSignIn.parse(pending.text())).contains(pending);
    assertThat(pending.text()).matches("[A-Za-z0-9._-]+");
    assertThat(pending.toString()).doesNotContain(pending.verifier());
  }

  @Test
  void each_sign_in_has_secrets_of_its_own() {
    PendingSignIn other = PendingSignIn.begin("corp", "/");

    assertThat(other.state()).isNotEqualTo(pending.state()).isNotEqualTo(other.nonce());
    assertThat(other.verifier()).hasSize(43).isNotEqualTo(pending.verifier());
  }

  @Test
  void an_answer_counts_only_for_its_issuer_and_state() {
    assertThat(pending.isOf("corp", pending.state())).isTrue();
    assertThat(pending.isOf("other", pending.state())).isFalse();
    assertThat(pending.isOf("corp", "")).isFalse();
    assertThat(new PendingSignIn("corp", "", "", "", "/").isOf("corp", "")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a.b.c.d", "a.b.c.d.!", "a.b.c.d.e.f"})
  void another_text_is_no_sign_in(String text) {
    assertThat(PendingSignIn.parse(text)).isEmpty();
  }
}
