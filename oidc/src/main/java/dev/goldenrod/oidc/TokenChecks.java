package dev.goldenrod.oidc;

import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks of an issuer's signed tokens that the library does not make. */
final class TokenChecks {
  static final int CLOCK_SKEW_SECONDS = 60;

  /** In characters, by OpenID Connect. */
  static final int LONGEST_SUBJECT_OF_PERSON = 255;

  /** In characters; that of a job names repository, branch and environment. */
  static final int LONGEST_SUBJECT_OF_PROGRAM = 1000;

  /** A program's token can be exchanged until it expires. */
  private static final Duration LONGEST_LIFE = Duration.ofHours(24);

  private TokenChecks() {}

  /** Checks that the subject is a text, which the library also makes of numbers. */
  static void requireSubject(JWT token, int longest) throws BadJOSEException {
    Map<String, Object> claims =
        token instanceof SignedJWT signed ? signed.getPayload().toJSONObject() : Map.of();
    boolean isUsable =
        claims.get("sub") instanceof String subject
            && !subject.isBlank()
            && subject.length() <= longest
            && subject.codePoints().allMatch(TokenChecks::isStorable);
    if (!isUsable) {
      throw new BadJOSEException("the subject is not a text of 1 to " + longest + " characters");
    }
  }

  private static boolean isStorable(int character) {
    return !Character.isISOControl(character)
        && Character.getType(character) != Character.SURROGATE;
  }

  /**
   * @param begin null if the token does not say
   */
  static void requireBegun(@Nullable Date begin) throws BadJOSEException {
    if (begin != null && begin.toInstant().isAfter(Instant.now().plusSeconds(CLOCK_SKEW_SECONDS))) {
      throw new BadJOSEException("the token is not valid before " + begin);
    }
  }

  static void requireShortLife(Date end) throws BadJOSEException {
    if (end.toInstant().isAfter(Instant.now().plus(LONGEST_LIFE))) {
      throw new BadJOSEException("the token is valid until " + end + ", which is over 24 hours");
    }
  }

  /** Checks for whom a token of several audiences was issued. */
  static void requireMeantFor(String clientId, JWTClaimsSet claims) throws BadJOSEException {
    Object party = claims.getClaim("azp");
    boolean isMeant = party == null ? claims.getAudience().size() == 1 : party.equals(clientId);
    if (!isMeant) {
      throw new BadJOSEException("the token was issued for " + party);
    }
  }
}
