package dev.goldenrod.storage.jdbi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A statement as JDBC takes it, parsed from one with named parameters as in {@code id = :id}.
 *
 * @param text with question marks for the parameters
 * @param positions where each parameter stands, from 1 on
 */
record ParsedSql(String text, Map<String, List<Integer>> positions) {
  private static final Pattern PARAMETER = Pattern.compile(":([a-zA-Z]\\w*)");

  static ParsedSql parse(String sql) {
    List<String> names = PARAMETER.matcher(sql).results().map(ParsedSql::name).toList();
    Map<String, List<Integer>> positions = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      positions.computeIfAbsent(names.get(i), name -> new ArrayList<>()).add(i + 1);
    }
    return new ParsedSql(PARAMETER.matcher(sql).replaceAll("?"), positions);
  }

  private static String name(MatchResult parameter) {
    return parameter.group(1);
  }
}
