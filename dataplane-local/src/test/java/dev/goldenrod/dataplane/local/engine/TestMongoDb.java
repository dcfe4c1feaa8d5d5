package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.dataplane.local.LocalEngines;
import dev.goldenrod.engine.mongodb.MongoDbEngine;
import dev.goldenrod.engine.mongodb.standin.StandInFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * MongoDB for tests: the newest installed one, or else a stand-in, since no package that a build
 * can download contains it.
 */
public record TestMongoDb(Installation installed, boolean isReal) {
  /** Installs it into the data directory from a folder, as an administrator would. */
  public static TestMongoDb installInto(Path dataDir) throws IOException {
    LocalEngines engines = LocalEngines.open(dataDir, null);
    List<String> newestFirst = List.of("7.0", "6.0", "5.0");
    for (String release : newestFirst) {
      Optional<Installation> real = engines.find(MongoDbEngine.TYPE, release);
      if (real.isPresent()) {
        return new TestMongoDb(real.get(), true);
      }
    }
    Path folder = StandInFolder.make(dataDir.resolveSibling("stand-in"));
    return new TestMongoDb(
        engines.install(MongoDbEngine.TYPE, "7.0", folder, (stage, detail) -> {}), false);
  }
}
