package dev.goldenrod.masking.transform.person;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Options;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.value.TextColumn;
import dev.goldenrod.masking.value.Token;
import java.util.regex.Pattern;

/**
 * Replaces an e-mail address by one at a domain to which nothing can be delivered (RFC 2606).
 * Addresses that differ only in case have masks that differ only in case.
 */
final class Email implements Transformer {
  private static final String DEFAULT_DOMAIN = "example.invalid";
  private static final Pattern UNDELIVERABLE =
      Pattern.compile(
          "([a-z0-9-]+\\.)*([a-z0-9-]+\\.(invalid|test|example)|example\\.(com|net|org))");
  private static final int SHORTEST = 6;

  private final KeyedHash hash;
  private final TextColumn column;
  private final String domain;
  private final int length;

  private Email(KeyedHash hash, TextColumn column, String domain) {
    this.hash = hash;
    this.column = column;
    this.domain = "@" + domain;
    this.length = Math.min(Token.FULL_WIDTH, column.maxLength() - this.domain.length());
  }

  static Transformer create(MaskRequest request) {
    Options options = request.options();
    String domain = options.text("domain").orElse(DEFAULT_DOMAIN);
    if (!UNDELIVERABLE.matcher(domain).matches()) {
      throw options.wrong("domain", "below .invalid, .test or .example, where nobody gets mail");
    }
    Email email = new Email(request.hash("email"), TextColumn.of(request), domain);
    if (email.length < SHORTEST) {
      throw new RuleException(
          "column '%s' is too short for addresses at '%s': give a shorter 'domain', such as a.test"
              .formatted(request.column().name(), domain));
    }
    return email;
  }

  @Override
  public String mask(String value, Row row) {
    return value.isBlank()
        ? value
        : Token.ofVariant(hash, column.canonical(value), length) + domain;
  }

  @Override
  public boolean isInjective() {
    return length == Token.FULL_WIDTH;
  }
}
