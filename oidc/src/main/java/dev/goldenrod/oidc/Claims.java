package dev.goldenrod.oidc;

import dev.goldenrod.identity.VerifiedIdentity;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The claims of a verified token about one account. */
record Claims(String issuer, String subject, Map<String, Object> values) {
  private static final String EMAIL = "email";

  /** Returns a copy with the given claims where this has none. */
  Claims orElse(Map<String, Object> others) {
    Map<String, Object> all = new HashMap<>(others);
    all.putAll(values);
    return new Claims(issuer, subject, all);
  }

  /** Returns whether a claim is missing that decides on the membership. */
  boolean isIncomplete(String groupsClaim) {
    return values.get(EMAIL) == null || find(groupsClaim) == null;
  }

  VerifiedIdentity identity(String groupsClaim) {
    return new VerifiedIdentity(
        issuer, subject, text(EMAIL), isTrue("email_verified"), text("name"), groups(groupsClaim));
  }

  /** Returns the text of a claim; empty if it is missing or no text, number or truth value. */
  Optional<String> textOf(String claim) {
    Object value = find(claim);
    return value instanceof String || value instanceof Number || value instanceof Boolean
        ? Optional.of(value.toString())
        : Optional.empty();
  }

  private String text(String claim) {
    return values.get(claim) instanceof String text ? text : "";
  }

  /** Some issuers send the text {@code true}. */
  private boolean isTrue(String claim) {
    Object value = values.get(claim);
    return Boolean.TRUE.equals(value) || "true".equals(value);
  }

  private Set<String> groups(String claim) {
    Set<String> groups = new LinkedHashSet<>();
    Object found = find(claim);
    if (found instanceof Collection<?> several) {
      several.forEach(one -> groups.add(String.valueOf(one)));
    } else if (found instanceof String one) {
      groups.add(one);
    }
    return groups;
  }

  private @Nullable Object find(String path) {
    if (values.containsKey(path)) {
      return values.get(path);
    }
    Object found = values;
    for (String part : path.split("\\.")) {
      found = found instanceof Map<?, ?> map ? map.get(part) : null;
    }
    return found;
  }
}
