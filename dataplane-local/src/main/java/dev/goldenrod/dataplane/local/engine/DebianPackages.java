package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Unpacks Debian or Ubuntu packages, with the libraries that they need and the system lacks, into a
 * folder. Requires no privileges and installs nothing.
 */
final class DebianPackages {
  private static final Path SYSTEM_LISTS = Path.of("/var/lib/apt/lists");
  private static final Pattern TO_INSTALL = Pattern.compile("(?m)^Inst ([^ ]+) ");

  /** Excludes LLVM because of its size; without it, PostgreSQL has no JIT compilation. */
  private static final Pattern LIBRARY = Pattern.compile("lib(?!llvm|.*-(dev|perl)$).*");

  private final Path work;
  private final BiConsumer<String, String> progress;
  private List<String> options = List.of();

  DebianPackages(Path work, BiConsumer<String, String> progress) {
    this.work = work;
    this.progress = progress;
  }

  /** Returns whether the distribution has all of the packages; false for an empty list. */
  boolean have(List<String> packages) throws IOException {
    return !packages.isEmpty() && withLibraries(packages).isPresent();
  }

  void unpack(List<String> packages, Path folder) throws IOException {
    List<String> all =
        withLibraries(packages)
            .orElseThrow(
                () -> new DataPlaneException("packages " + packages + " are not available"));
    progress.accept("fetch packages", String.join(" ", all));
    Path archives = Files.createTempDirectory(Files.createDirectories(work), "archives");
    List<String> command = aptGet("download");
    command.addAll(all);
    Tool.runIn(archives, command);
    try (Stream<Path> files = Files.list(archives)) {
      for (Path archive : files.sorted().toList()) {
        ArchiveExtractor.unpack(archive, folder, path -> true);
      }
    }
  }

  private Optional<List<String>> withLibraries(List<String> packages) throws IOException {
    if (!areReachable()) {
      return Optional.empty();
    }
    Optional<List<String>> known = simulate(packages);
    if (known.isEmpty() && options.isEmpty() && systemListsAreEmpty()) {
      update();
      known = simulate(packages);
    }
    return known;
  }

  private Optional<List<String>> simulate(List<String> packages) {
    List<String> command = aptGet("--simulate", "--no-install-recommends", "install");
    command.addAll(packages);
    Tool.Result result = Tool.tryRun(command);
    if (!result.succeeded()) {
      return Optional.empty();
    }
    Stream<String> libraries =
        TO_INSTALL
            .matcher(result.output())
            .results()
            .map(match -> match.group(1))
            .filter(name -> LIBRARY.matcher(name).matches());
    return Optional.of(Stream.concat(packages.stream(), libraries).distinct().toList());
  }

  /** Downloads package lists into the work folder, for containers that have none. */
  private void update() throws IOException {
    progress.accept("fetch the package lists", "");
    Path lists = Files.createDirectories(work.resolve("lists/partial")).getParent();
    Path cache = Files.createDirectories(work.resolve("cache"));
    options =
        List.of(
            "-o",
            "Dir::State::Lists=" + lists,
            "-o",
            "Dir::Cache=" + cache,
            "-o",
            "Debug::NoLocking=1");
    Tool.tryRun(aptGet("update"));
  }

  private List<String> aptGet(String... arguments) {
    List<String> command = new ArrayList<>(List.of("apt-get", "-qq", "-o", "APT::Sandbox::User="));
    command.addAll(options);
    command.addAll(List.of(arguments));
    return command;
  }

  private static boolean areReachable() {
    return Tool.tryRun("apt-get", "--version").succeeded()
        && Tool.tryRun("dpkg", "--version").succeeded();
  }

  private static boolean systemListsAreEmpty() throws IOException {
    try (Stream<Path> files = Files.list(SYSTEM_LISTS)) {
      return files.noneMatch(file -> file.toString().contains("_Packages"));
    }
  }
}
