package dev.goldenrod.server.cli;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.local.LocalEngines;
import dev.goldenrod.dataplane.local.engine.ArtifactChecksums;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.server.ProgressPrinter;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists, installs and removes the database engines of a local data plane. */
@Command(
    name = "engine",
    description = "Lists, installs and removes versions of database engines.",
    mixinStandardHelpOptions = true)
final class EngineCommand implements Runnable {
  static final class Place {
    @Mixin private DataDirOption dataDir = new DataDirOption();

    @Option(
        names = "--engine-user",
        paramLabel = "USER",
        defaultValue = "",
        description = "User that the server's engines run as: the value of serve --engine-user.")
    private String engineUser = "";

    LocalEngines open() {
      return LocalEngines.open(dataDir.path(), engineUser.isEmpty() ? null : engineUser);
    }
  }

  static final class EngineTypes implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Engines.types().iterator();
    }
  }

  static final class Wanted {
    @Parameters(
        paramLabel = "TYPE",
        completionCandidates = EngineTypes.class,
        description = "Database engine: one of ${COMPLETION-CANDIDATES}.")
    private String type = "";

    @Parameters(
        paramLabel = "VERSION",
        description = "Version, for example 15 or 8.0, or a full" + " version, for example 15.13.")
    private String version = "";

    @Override
    public String toString() {
      return type + " " + version;
    }
  }

  @Spec private CommandSpec spec;

  private final PrintStream out;

  EngineCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing: list, install or remove");
  }

  @Command(
      description =
          "Shows which versions can run, where they come from, and how to get the others.",
      mixinStandardHelpOptions = true)
  void list(@Mixin Place place) {
    LocalEngines engines = place.open();
    engines.list().forEach(one -> out.println(line(one, engines)));
  }

  @Command(
      description = "Installs a version; a running server finds it at once.",
      mixinStandardHelpOptions = true)
  void install(
      @Mixin Wanted wanted,
      @Option(
              names = "--from",
              paramLabel = "FILE_OR_FOLDER",
              description =
                  "Folder to use in place, or archive to unpack: .jar, .zip, .txz, .tar.xz, .tgz,"
                      + " .tar.gz, .tar or .deb (a download from the distribution's packages or"
                      + " through Maven).")
          @Nullable Path from,
      @Option(
              names = "--strict-checksums",
              description =
                  "Refuse an archive for which this release knows no SHA-256; a different SHA-256"
                      + " is always refused.")
          boolean strict,
      @Mixin Place place) {
    LocalEngines engines = place.open();
    ArtifactChecksums known = ArtifactChecksums.known();
    ArtifactChecksums checksums = strict ? known.strictly() : known;
    ProgressPrinter printer = new ProgressPrinter(out);
    Installation installed =
        printer.step(
            "install " + wanted,
            () -> engines.install(wanted.type, wanted.version, from, checksums, printer::progress));
    printer.say(
        "%s %s is %s %s"
            .formatted(
                wanted.type,
                installed.release(),
                installed.product().name(),
                described(installed)));
  }

  @Command(
      description = "Removes a version that was installed with 'engine install'.",
      mixinStandardHelpOptions = true)
  void remove(@Mixin Wanted unwanted, @Mixin Place place) {
    boolean removed = place.open().remove(unwanted.type, unwanted.version);
    out.println(
        removed
            ? "removed " + unwanted
            : "nothing to remove: %s was not installed with 'engine install'".formatted(unwanted));
  }

  private static String described(Installation installation) {
    boolean lacksTools =
        installation.type().equals(PostgresEngine.TYPE)
            && installation.program("pg_dump").isEmpty();
    return installation
        + (lacksTools
            ? ", without pg_dump: imports and schemas need a newer version that has it"
            : "");
  }

  private static String line(EngineVersion one, LocalEngines engines) {
    String found =
        engines
            .find(one.type(), one.version())
            .map(
                installation ->
                    "%-10s %s"
                        .formatted(
                            one.origin() == null ? "" : one.origin().wireName(),
                            described(installation)))
            .orElse("-");
    return "%-10s %-4s %s%s"
        .formatted(
            one.type(), one.version(), found, one.message().isEmpty() ? "" : "  " + one.message());
  }
}
