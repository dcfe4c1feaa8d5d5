package dev.goldenrod.member;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The permissions of a token, within those of its member.
 *
 * @param isAll whether the token has all permissions of its member
 * @param granted the permissions of a restricted token; none when empty
 */
public record Scopes(boolean isAll, List<Scope> granted) {
  /** All permissions of the member. */
  public static final Scopes ALL = new Scopes(true, List.of());

  private static final int MOST = 50;

  public Scopes {
    granted = List.copyOf(granted);
  }

  /**
   * Returns the scopes of a new token.
   *
   * @param texts as in {@code read} and {@code database:shop}
   * @throws ControlPlaneException with {@link ErrorCode#INVALID_INPUT} for an empty list, a text
   *     that is not a scope, or more than 50 texts
   */
  public static Scopes of(List<String> texts) {
    if (texts.isEmpty()) {
      throw ControlPlaneException.invalid(
          "scopes", "must not be empty; omit it for a token that may do all its member may");
    }
    if (texts.size() > MOST) {
      throw ControlPlaneException.invalid("scopes", "must have at most " + MOST + " entries");
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

  /** Returns the scopes stored as {@link #text}. Scopes unknown to this release grant nothing. */
  public static Scopes kept(String text) {
    return text.isEmpty()
        ? ALL
        : new Scopes(
            false,
            Arrays.stream(text.split(" ")).map(Scope::parse).flatMap(Optional::stream).toList());
  }

  /** Returns the scopes separated by spaces; empty for all permissions. */
  public String text() {
    return granted.stream().map(Scope::text).collect(Collectors.joining(" "));
  }

  /** Returns whether the token may read whatever its member may read. */
  public boolean allowsReading() {
    return isAll || has(Scope.Kind.READ);
  }

  /**
   * Returns whether the token may use the database of that name; its parents are not considered.
   */
  public boolean allowsDatabase(String name) {
    return isAll || granted.contains(new Scope(Scope.Kind.DATABASE, name));
  }

  /** Returns whether the token may use clones of the golden of that name. */
  public boolean allowsGolden(String name) {
    return isAll || granted.contains(new Scope(Scope.Kind.GOLDEN, name));
  }

  /** Returns whether one of the scopes is of the given kind. */
  public boolean has(Scope.Kind kind) {
    return granted.stream().anyMatch(scope -> scope.kind() == kind);
  }

  /** Returns a copy without the scopes that allow only reading, for checking a change. */
  public Scopes forChange() {
    return isAll
        ? this
        : new Scopes(false, granted.stream().filter(it -> it.kind() != Scope.Kind.READ).toList());
  }

  /** Returns the refusal of a request that needs another scope. */
  public ControlPlaneException missing(String needed) {
    return ControlPlaneException.of(
        ErrorCode.SCOPE_MISSING,
        "this request requires %s; the token has %s"
            .formatted(needed, granted.isEmpty() ? "no scope that applies to it" : text()));
  }
}
