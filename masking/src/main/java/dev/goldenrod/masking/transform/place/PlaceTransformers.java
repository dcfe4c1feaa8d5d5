package dev.goldenrod.masking.transform.place;

import dev.goldenrod.masking.TransformerFactory;
import java.util.List;
import java.util.Set;

/** The factories of this package. */
public final class PlaceTransformers {
  private PlaceTransformers() {}

  /** Returns all factories. */
  public static List<TransformerFactory> factories() {
    return List.of(
        TransformerFactory.of("street", Set.of("locale"), Street::create),
        TransformerFactory.of("city", Set.of("locale"), City::create),
        TransformerFactory.of("postcode", Set.of("keep"), Postcode::create),
        TransformerFactory.of(
            "geometry", Set.of("method", "decimals", "distance"), Geometry::create));
  }
}
