package dev.goldenrod.testing;

import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.EngineVersion;
import java.util.List;
import java.util.stream.Stream;

/** The engine versions of a {@link FakeDataPlane}; initially all that are known. */
final class FakeEngines {
  private List<EngineVersion> known =
      Stream.of(DatabaseType.values()).flatMap(FakeEngines::allOf).toList();

  private static Stream<EngineVersion> allOf(DatabaseType type) {
    return type.versions().stream()
        .map(
            version ->
                EngineVersion.available(type.wireName(), version, EngineVersion.Origin.INSTALLED));
  }

  List<EngineVersion> known() {
    return known;
  }

  void set(List<EngineVersion> engines) {
    known = List.copyOf(engines);
  }
}
