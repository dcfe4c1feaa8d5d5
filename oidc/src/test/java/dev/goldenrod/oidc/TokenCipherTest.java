package dev.goldenrod.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TokenCipherTest {
  private final TokenCipher cipher = new TokenCipher("refresh", "secret");

  @Test
  void a_token_is_read_again_and_looks_different_each_time() {
    String text = cipher.encrypt("refresh token", "ann");

    assertThat(new TokenCipher("refresh", "secret").decrypt(text, "ann")).contains("refresh token");
    assertThat(cipher.encrypt("refresh token", "ann")).isNotEqualTo(text);
    assertThat(text).doesNotContain("refresh");
  }

  @Test
  void a_token_is_not_read_with_another_secret_or_purpose_for_another_owner_or_changed() {
    String text = cipher.encrypt("refresh token", "ann");

    assertThat(new TokenCipher("refresh", "other").decrypt(text, "ann")).isEmpty();
    assertThat(new TokenCipher("device", "secret").decrypt(text, "ann")).isEmpty();
    assertThat(cipher.decrypt(text, "bob")).isEmpty();
    assertThat(cipher.decrypt(changed(text), "ann")).isEmpty();
    assertThat(cipher.decrypt("", "ann")).isEmpty();
    assertThat(cipher.decrypt("no text of ours", "ann")).isEmpty();
  }

  private static String changed(String text) {
    char other = text.charAt(20) == 'A' ? 'B' : 'A';
    return text.substring(0, 20) + other + text.substring(21);
  }
}
