package dev.goldenrod.masking.rules;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** The digest of rules: SHA-256 of their canonical JSON. */
final class RulesDigest {
  private RulesDigest() {}

  static String of(MaskingRules rules) {
    byte[] json = CanonicalJson.of(data(rules)).getBytes(StandardCharsets.UTF_8);
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(json));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
  }

  private static Map<String, Object> data(MaskingRules rules) {
    Map<String, Object> data = new HashMap<>();
    data.put("version", MaskingRules.VERSION);
    if (rules.locale() != null) {
      data.put("locale", rules.locale());
    }
    rules.objects().forEach((kind, rule) -> data.put(kind.key(), data(rule)));
    Map<String, Object> tables = new HashMap<>();
    rules.tables().forEach((name, rule) -> tables.put(Identifiers.write(name), data(rule)));
    data.put("tables", tables);
    return data;
  }

  private static Object data(ObjectRule rule) {
    return rule.reason() == null
        ? rule.action().word()
        : Map.of(rule.action().word(), rule.reason());
  }

  private static Map<String, Object> data(TableRule rule) {
    if (rule instanceof TableRule.Drop drop) {
      return Map.of("drop", drop.reason());
    }
    if (rule instanceof TableRule.Keep keep) {
      return Map.of("keep", keep.reason(), "types", keep.types());
    }
    Map<String, Object> columns = new HashMap<>();
    ((TableRule.Columns) rule).columns().forEach((name, one) -> columns.put(name, data(one)));
    return Map.of("columns", columns);
  }

  static Map<String, Object> data(ColumnRule rule) {
    if (rule instanceof ColumnRule.Keep keep) {
      return Map.of("keep", keep.reason(), "type", keep.type());
    }
    if (rule instanceof ColumnRule.Drop drop) {
      return Map.of("drop", drop.reason(), "type", drop.type());
    }
    ColumnRule.Mask mask = (ColumnRule.Mask) rule;
    Map<String, Object> data = new HashMap<>(mask.options());
    data.put("mask", mask.transformer());
    data.put("type", mask.type());
    if (mask.link() != null) {
      data.put("link", mask.link());
    }
    return data;
  }
}
