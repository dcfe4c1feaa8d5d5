package dev.goldenrod.masking.rules;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a source has besides the rows of its tables. Each kind has a key in the rules file. The
 * first action is the default: the closed one.
 */
public enum ObjectKind {
  LARGE_OBJECTS("large-objects", ObjectAction.REFUSE, ObjectAction.DROP, ObjectAction.KEEP),
  COMMENTS("comments", ObjectAction.DROP, ObjectAction.KEEP),
  SEQUENCES("sequences", ObjectAction.RESTART, ObjectAction.KEEP),
  FUNCTION_BODIES("function-bodies", ObjectAction.REFUSE, ObjectAction.KEEP),
  DEFAULT_LITERALS("default-literals", ObjectAction.REFUSE, ObjectAction.KEEP),
  EXPRESSION_LITERALS("expression-literals", ObjectAction.REFUSE, ObjectAction.KEEP),
  ENUM_LABELS("enum-labels", ObjectAction.REFUSE, ObjectAction.KEEP),
  EXTENDED_STATISTICS("extended-statistics", ObjectAction.DROP, ObjectAction.KEEP),
  IMPORTED_STATISTICS("imported-statistics", ObjectAction.DROP),
  FOREIGN_SERVERS("foreign-servers", ObjectAction.DROP, ObjectAction.KEEP),
  PUBLICATIONS("publications", ObjectAction.DROP, ObjectAction.KEEP);

  private final String key;
  private final List<ObjectAction> actions;

  ObjectKind(String key, ObjectAction... actions) {
    this.key = key;
    this.actions = List.of(actions);
  }

  /** Returns the kind with that key in the rules file. */
  public static Optional<ObjectKind> ofKey(String key) {
    return Arrays.stream(values()).filter(kind -> kind.key.equals(key)).findFirst();
  }

  /** Returns the key in the rules file. */
  public String key() {
    return key;
  }

  /** Returns the actions that a rule can choose from, the default first. */
  public List<ObjectAction> actions() {
    return actions;
  }
}
