package dev.goldenrod.oidc;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks subjects as they stand in the token; the console's tests have the other checks. */
class TokenChecksTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"7", "null", "true", "\"\"", "\" \"", "\"a\\ud83d\"", "\"a\\u0000\"", "\"a\\nb\""})
  void a_subject_that_is_no_usable_text_is_refused(String subject) {
    assertThatThrownBy(() -> TokenChecks.requireSubject(token(subject), 255))
        .isInstanceOf(BadJOSEException.class)
        .hasMessage("the subject is not a text of 1 to 255 characters");
  }

  @Test
  void a_subject_may_have_any_letter_up_to_the_limit() {
    assertThatCode(() -> TokenChecks.requireSubject(token("\"\\ud83d\\ude00 \u00e4\""), 4))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> TokenChecks.requireSubject(token("\"12345\""), 4))
        .isInstanceOf(BadJOSEException.class);
  }

  private static SignedJWT token(String subject) throws ParseException {
    return new SignedJWT(
        Base64URL.encode("{\"alg\":\"ES256\"}"),
        Base64URL.encode("{\"sub\":%s}".formatted(subject)),
        Base64URL.encode("signature"));
  }
}
