package dev.goldenrod.oidc;

import dev.goldenrod.identity.ProgramGrant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The exchange of an issuer's tokens for tokens of this server.
 *
 * @param audience which tokens must name, so that tokens for other services are refused
 * @param rules the first one that matches counts
 */
public record TokenExchange(String audience, List<Rule> rules) {
  private static final String ANY_END = "*";

  /**
   * What programs with certain claims may do.
   *
   * @param claims values by claim, all of which must match; a {@code *} at the end stands for any
   *     text
   */
  public record Rule(Map<String, String> claims, ProgramGrant grant) {
    /**
     * @throws IllegalArgumentException without claims, which would match every token of the issuer
     */
    public Rule {
      claims = Map.copyOf(claims);
      if (claims.isEmpty()) {
        throw new IllegalArgumentException("a rule of exchange must have claims");
      }
    }

    private boolean matches(Claims presented) {
      return claims.entrySet().stream()
          .allMatch(one -> matches(one.getValue(), presented.textOf(one.getKey())));
    }

    private static boolean matches(String expected, Optional<String> value) {
      return expected.endsWith(ANY_END)
          ? value.filter(text -> text.startsWith(withoutEnd(expected))).isPresent()
          : value.filter(expected::equals).isPresent();
    }

    private static String withoutEnd(String expected) {
      return expected.substring(0, expected.length() - ANY_END.length());
    }
  }

  /**
   * @throws IllegalArgumentException if a value cannot be used; the message begins with its name
   */
  public TokenExchange {
    rules = List.copyOf(rules);
    if (audience.isBlank()) {
      throw new IllegalArgumentException("audience must not be empty");
    }
  }

  Optional<ProgramGrant> grant(Claims presented) {
    return rules.stream().filter(rule -> rule.matches(presented)).map(Rule::grant).findFirst();
  }
}
