package dev.goldenrod.masking.transform.person;

import dev.goldenrod.masking.TransformerFactory;
import java.util.List;
import java.util.Set;

/** The factories of this package. */
public final class PersonTransformers {
  private static final Set<String> LOCALE = Set.of("locale");

  private PersonTransformers() {}

  /** Returns all factories. */
  public static List<TransformerFactory> factories() {
    return List.of(
        TransformerFactory.of("full-name", LOCALE, Name::full),
        TransformerFactory.of("given-name", LOCALE, Name::given),
        TransformerFactory.of("family-name", LOCALE, Name::family),
        TransformerFactory.of("company", LOCALE, Name::company),
        TransformerFactory.of("email", Set.of("domain"), Email::create),
        TransformerFactory.of("phone", Set.of(), Phone::create),
        TransformerFactory.of("user-name", Set.of(), UserName::create),
        TransformerFactory.of("password-hash", Set.of(), PasswordHash::create));
  }
}
