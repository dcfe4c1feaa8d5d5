package dev.goldenrod.masking.transform.time;

import dev.goldenrod.masking.TransformerFactory;
import java.util.List;
import java.util.Set;

/** The factories of this package. */
public final class TimeTransformers {
  private TimeTransformers() {}

  /** Returns all factories. */
  public static List<TransformerFactory> factories() {
    return List.of(
        TransformerFactory.of("date", Set.of("days", "by"), Shift::ofDate),
        TransformerFactory.of("timestamp", Set.of("days", "by"), Shift::ofTimestamp),
        TransformerFactory.of("birth-date", Set.of("band", "by"), BirthDate::create));
  }
}
