package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.schema.TableName;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content of a rules file. Immutable.
 *
 * @param locale of generated values, for example {@code de} or {@code pt-BR}; null for English
 * @param objects the rules for what is not rows; every kind has one
 * @param tables the rules for tables, in the order of the file
 */
public record MaskingRules(
    @Nullable String locale,
    Map<ObjectKind, ObjectRule> objects,
    Map<TableName, TableRule> tables) {
  /** The version of the file's form. */
  public static final int VERSION = 1;

  /** The longest rules file in UTF-16 code units. */
  public static final int MAX_CHARACTERS = 4 << 20;

  public MaskingRules {
    Map<ObjectKind, ObjectRule> all = new EnumMap<>(ObjectKind.class);
    for (ObjectKind kind : ObjectKind.values()) {
      all.put(kind, objects.getOrDefault(kind, ObjectRule.defaultOf(kind)));
    }
    objects = Collections.unmodifiableMap(all);
    tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
  }

  /**
   * Parses a rules file.
   *
   * @throws InvalidRulesException if the text is not YAML, too long, or has unknown, missing or
   *     contradicting keys; messages quote keys, transformers and types, no other values
   */
  public static MaskingRules parse(String yaml) {
    return new RulesParser().parse(yaml);
  }

  /** Returns the rule for a kind of objects. */
  public ObjectRule object(ObjectKind kind) {
    return objects.get(kind);
  }

  /**
   * Returns the SHA-256 of the rules in 64 hexadecimal digits. Comments, order, quotes and defaults
   * that are written out do not change it.
   */
  public String digest() {
    return RulesDigest.of(this);
  }
}
