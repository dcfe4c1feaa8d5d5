package dev.goldenrod.masking.rules;

import org.jspecify.annotations.Nullable;

/**
 * The rule for one kind of objects.
 *
 * @param reason why the objects are kept; null for other actions
 */
public record ObjectRule(ObjectAction action, @Nullable String reason) {
  /** Returns the rule that holds for a kind without a rule in the file. */
  public static ObjectRule defaultOf(ObjectKind kind) {
    return new ObjectRule(kind.actions().get(0), null);
  }
}
