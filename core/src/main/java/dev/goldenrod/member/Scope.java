package dev.goldenrod.member;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One permission of a token.
 *
 * @param name the name of the database or golden; empty for other kinds
 */
public record Scope(Kind kind, String name) {
  private static final Pattern DATABASE = Pattern.compile("[a-z][a-z0-9-]{0,62}");
  private static final Pattern GOLDEN = Pattern.compile("[a-z0-9][a-z0-9_.-]{0,62}");

  /** The kinds of permissions. */
  public enum Kind {
    /** Reading whatever the member may read, except credentials. */
    READ,
    /** One database and its branches. */
    DATABASE,
    /** The member's own clones of one golden. */
    GOLDEN,
    /** Only the server's metrics. */
    METRICS;

    /** Returns the name in the API. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Scope {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(name);
  }

  /** Returns the scope written as the text; empty for a text that is not a scope. */
  public static Optional<Scope> parse(String text) {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? text : text.substring(0, colon);
    String name = colon < 0 ? "" : text.substring(colon + 1);
    return switch (kind) {
      case "read" -> plain(Kind.READ, colon);
      case "metrics" -> plain(Kind.METRICS, colon);
      case "database" -> named(Kind.DATABASE, name, DATABASE.matcher(name).matches());
      case "golden" -> named(Kind.GOLDEN, name, GOLDEN.matcher(name).matches());
      default -> Optional.empty();
    };
  }

  private static Optional<Scope> plain(Kind kind, int colon) {
    return colon < 0 ? Optional.of(new Scope(kind, "")) : Optional.empty();
  }

  private static Optional<Scope> named(Kind kind, String name, boolean isName) {
    return isName ? Optional.of(new Scope(kind, name)) : Optional.empty();
  }

  /** Returns the text that {@link #parse} reads: {@code read}, {@code database:shop}. */
  public String text() {
    return name.isEmpty() ? kind.wireName() : kind.wireName() + ":" + name;
  }
}
