package dev.goldenrod.engine.postgres.imports.physical;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.imports.DataDirectoryImporter;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Path;

public final class PostgresDataDirectoryImporter implements DataDirectoryImporter {
  @Override
  public String type() {
    return PostgresEngine.TYPE;
  }

  @Override
  public void requireWorthCopying(Path registered) {
    new PhysicalImportCheck(registered).requireWorthCopying();
  }

  @Override
  public String check(Path registered, Path copy) {
    int major = new PhysicalImportCheck(registered).requireUsable(copy);
    try {
      RecycledWalSegments.delete(copy);
    } catch (IOException e) {
      throw new DataPlaneException("cannot copy %s: %s".formatted(registered, e), e);
    }
    return Integer.toString(major);
  }

  @Override
  public String checkMoment(Path copy) {
    return Integer.toString(PhysicalImportCheck.ofArchive(copy).requireUsableMoment(copy));
  }

  @Override
  public DatabaseInfo prepare(DataDirectoryContext copy) {
    return new PhysicalImportPreparation(copy).run();
  }
}
