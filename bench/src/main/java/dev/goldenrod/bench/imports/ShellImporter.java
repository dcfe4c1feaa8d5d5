package dev.goldenrod.bench.imports;

import dev.goldenrod.bench.environment.BenchContext;
import dev.goldenrod.bench.measure.VolumeLocation;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.server.demo.ScratchPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Imports by a shell script, on the file system of Goldenrod's volumes and as the same user. */
final class ShellImporter {
  private static final String SCRIPT = "by-hand.sh";

  private final BenchContext context;
  private final Path folder;

  private ShellImporter(BenchContext context, Path folder) {
    this.context = context;
    this.folder = folder;
  }

  static ShellImporter prepare(BenchContext context) {
    Path folder = VolumeLocation.of(context.dataDir()).folder().resolve(".by-hand");
    try (InputStream in = ShellImporter.class.getResourceAsStream(SCRIPT)) {
      Files.createDirectories(folder);
      Path script = folder.resolve(SCRIPT);
      Files.copy(Objects.requireNonNull(in), script);
      context.runAs().letPass(folder);
      context.runAs().letRead(script);
      return new ShellImporter(context, folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the script to " + folder, e);
    }
  }

  /** Imports the source, and returns the milliseconds that the script took. */
  double run(ScratchPostgres source) {
    Path own = folder.resolve("import");
    try {
      Files.createDirectory(own);
      context.runAs().chown(own);
      return Long.parseLong(Tool.run(command(own, source))) / 1000.0;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create " + own, e);
    } finally {
      FileTrees.delete(own);
    }
  }

  private List<String> command(Path own, ScratchPostgres source) {
    List<String> script =
        List.of(
            "env",
            "PGPASSWORD=" + source.password(),
            "bash",
            folder.resolve(SCRIPT).toString(),
            context.home().bin().toString(),
            own.toString(),
            Integer.toString(Ports.anyFree()),
            Integer.toString(source.port()),
            source.database());
    return context.runAs().command(script);
  }
}
