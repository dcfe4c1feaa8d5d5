package dev.goldenrod.console.golden;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many columns a version's attestation says were masked, kept and dropped. */
public record AttestedCounts(String masked, String kept, String dropped) {
  private static final String COUNT = "\"%s\":(\\d{1,18})\\b";

  /** Reads the counts from an attestation's JSON, which has each of these keys once. */
  public static AttestedCounts of(String attestation) {
    return new AttestedCounts(
        count(attestation, "masked"), count(attestation, "kept"), count(attestation, "dropped"));
  }

  private static String count(String attestation, String key) {
    Matcher found = Pattern.compile(COUNT.formatted(key)).matcher(attestation);
    return found.find() ? found.group(1) : "unknown";
  }

  /** Returns the counts in one line. */
  public String sentence() {
    return "%s columns masked, %s kept, %s dropped".formatted(masked, kept, dropped);
  }
}
