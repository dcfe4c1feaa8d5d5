package dev.goldenrod.http.view;

import dev.goldenrod.control.Engines;
import dev.goldenrod.database.EngineVersion;

/** A version of an engine in a cluster. */
public record EngineView(
    String type, String version, String cluster, boolean available, String origin, String message) {
  public static EngineView of(Engines.Entry entry) {
    EngineVersion version = entry.version();
    EngineVersion.Origin origin = version.origin();
    return new EngineView(
        version.type(),
        version.version(),
        entry.cluster(),
        version.isAvailable(),
        origin == null ? "" : origin.wireName(),
        version.message());
  }
}
