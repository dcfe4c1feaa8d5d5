package dev.goldenrod.member;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a token is allowed of all that its member may do.
 *
 * @param isAll whether that is everything
 * @param granted what it is allowed otherwise; nothing when it is empty
 */
public record Scopes(boolean isAll, List<Scope> granted) {
  /** All that the member may do. */
  public static final Scopes ALL = new Scopes(true, List.of());

  private static final int MOST = 50;

  public Scopes {
    granted = List.copyOf(granted);
  }

  /**
   * Returns the scopes of a new token.
   *
   * @param texts as in {@code read} and {@code database:shop}
   * @throws ControlPlaneException with {@link ErrorCode#INVALID_INPUT} for an empty list, for a
   *     text that is no scope, and for more than 50
   */
  public static Scopes of(List<String> texts) {
    if (texts.isEmpty()) {
      throw ControlPlaneException.invalid(
          "scopes", "must not be empty; leave it out for a token that may do all its member may");
    }
    if (texts.size() > MOST) {
      throw ControlPlaneException.invalid("scopes", "must be " + MOST + " at most");
    }
    List<Scope> granted = new ArrayList<>();
    for (String text : texts) {
      granted.add(Scope.parse(text).orElseThrow(() -> unknown(text)));
    }
    return new Scopes(false, granted.stream().distinct().toList());
  }

  private static ControlPlaneException unknown(String text) {
    String shown = text.length() > 80 ? text.substring(0, 80) + "…" : text;
    return ControlPlaneException.invalid(
        "scopes", "'" + shown + "' must be read, metrics, database:<name> or golden:<name>");
  }

  /** Those that were kept as {@link #text}. What this release does not know allows nothing. */
  public static Scopes kept(String text) {
    return text.isEmpty()
        ? ALL
        : new Scopes(
            false,
            Arrays.stream(text.split(" ")).map(Scope::parse).flatMap(Optional::stream).toList());
  }

  /** With spaces between; empty for all. */
  public String text() {
    return granted.stream().map(Scope::text).collect(Collectors.joining(" "));
  }

  /** Whether all may be read that the member may read. */
  public boolean allowsReading() {
    return isAll || has(Scope.Kind.READ);
  }

  /** Whether the database of that name may be used, whatever it is a branch of. */
  public boolean allowsDatabase(String name) {
    return isAll || granted.contains(new Scope(Scope.Kind.DATABASE, name));
  }

  /** Whether clones of the golden of that name may be used. */
  public boolean allowsGolden(String name) {
    return isAll || granted.contains(new Scope(Scope.Kind.GOLDEN, name));
  }

  /** Whether one of them is of that kind. */
  public boolean has(Scope.Kind kind) {
    return granted.stream().anyMatch(scope -> scope.kind() == kind);
  }

  /** The same without what allows reading alone, as a change is made with. */
  public Scopes forChange() {
    return isAll
        ? this
        : new Scopes(false, granted.stream().filter(it -> it.kind() != Scope.Kind.READ).toList());
  }

  /** The refusal of what takes another scope. */
  public ControlPlaneException missing(String needed) {
    return ControlPlaneException.of(
        ErrorCode.SCOPE_MISSING,
        "this takes %s; the token has %s"
            .formatted(needed, granted.isEmpty() ? "none that counts here" : text()));
  }
}
