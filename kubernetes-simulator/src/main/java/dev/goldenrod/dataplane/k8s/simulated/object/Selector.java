package dev.goldenrod.dataplane.k8s.simulated.object;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The label and field selectors of a list or watch request. */
public final class Selector implements Predicate<JsonObject> {
  private static final Pattern SET = Pattern.compile("(\\S+)\\s+(in|notin)\\s+\\(([^)]*)\\)");
  private static final Pattern EQUALITY = Pattern.compile("([^!=\\s]+)\\s*(!=|==?)\\s*(\\S*)");
  private static final Pattern COMMA = Pattern.compile(",(?![^(]*\\))");
  private static final Selector ANY = new Selector(List.of());

  private final List<Predicate<JsonObject>> requirements;

  private Selector(List<Predicate<JsonObject>> requirements) {
    this.requirements = requirements;
  }

  public static Selector any() {
    return ANY;
  }

  public static Selector named(String name) {
    return parse("", "metadata.name=" + name);
  }

  /** Parses label and field selectors, or throws an {@link ApiError} if one is invalid. */
  public static Selector parse(String labels, String fields) {
    List<Predicate<JsonObject>> all = new ArrayList<>();
    parts(labels).forEach(part -> all.add(label(part)));
    parts(fields).forEach(part -> all.add(field(part)));
    return all.isEmpty() ? ANY : new Selector(all);
  }

  private static List<String> parts(String text) {
    return text.isBlank() ? List.of() : COMMA.splitAsStream(text).map(String::trim).toList();
  }

  private static Predicate<JsonObject> label(String text) {
    Matcher set = SET.matcher(text);
    if (set.matches()) {
      List<String> values = Arrays.stream(set.group(3).split(",")).map(String::trim).toList();
      boolean in = set.group(2).equals("in");
      return object -> values.contains(labelOf(object, set.group(1))) == in;
    }
    Matcher equality = EQUALITY.matcher(text);
    if (equality.matches()) {
      String value = equality.group(3);
      boolean equal = !equality.group(2).equals("!=");
      return object -> value.equals(labelOf(object, equality.group(1))) == equal;
    }
    boolean absent = text.startsWith("!");
    String key = absent ? text.substring(1).trim() : text;
    return object -> Tree.has(object, "metadata", "labels", key) != absent;
  }

  private static String labelOf(JsonObject object, String key) {
    return Tree.text(object, "metadata", "labels", key);
  }

  private static Predicate<JsonObject> field(String text) {
    Matcher equality = EQUALITY.matcher(text);
    if (!equality.matches()) {
      throw ApiError.badRequest("invalid field selector: '" + text + "'");
    }
    String[] path = equality.group(1).split("\\.");
    boolean equal = !equality.group(2).equals("!=");
    return object -> Tree.text(object, path).equals(equality.group(3)) == equal;
  }

  @Override
  public boolean test(JsonObject object) {
    return requirements.stream().allMatch(one -> one.test(object));
  }
}
