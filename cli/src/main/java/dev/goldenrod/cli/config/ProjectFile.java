package dev.goldenrod.cli.config;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A project's {@code .goldenrod}: which of the user's contexts it works with, and which golden or
 * database. It is shared with whoever has the project, so it holds nothing secret and no address.
 *
 * @param file where it lies
 * @param context the name of a context of the user's; null for the current one
 */
public record ProjectFile(
    Path file, @Nullable String context, @Nullable String golden, @Nullable String database) {
  /** Its name. */
  public static final String NAME = ".goldenrod";

  /**
   * Lies beside it and is not shared: the {@code database} of it is the project's, for as long as
   * it is there.
   */
  public static final String LOCAL_NAME = ".goldenrod.local";

  /** The branch of git whose database is not known, in the local file. */
  private static final String UNSETTLED = "unsettled";

  private static final Set<String> KEYS = Set.of("context", "golden", "database");

  /**
   * Returns the file of the working directory, or of the nearest folder above it. A file that
   * belongs neither to the user, nor to root, nor to the owner of the working directory does not
   * count.
   *
   * @throws CliException when the file is a link, cannot be read, or is no such file
   */
  public static Optional<ProjectFile> find(Terminal terminal) {
    for (Path folder = terminal.directory(); folder != null; folder = folder.getParent()) {
      Path file = folder.resolve(NAME);
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && isTrusted(terminal, file)) {
        if (Files.isSymbolicLink(file)) {
          throw new CliException(
              ExitCode.USAGE, "%s is a link, which is not followed; copy the file".formatted(file));
        }
        if (Files.isRegularFile(file)) {
          return Optional.of(read(file));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isTrusted(Terminal terminal, Path file) {
    try {
      UserPrincipal owner = Files.getOwner(file, LinkOption.NOFOLLOW_LINKS);
      Path home = Path.of(terminal.home());
      return owner.getName().equals("root")
          || owner.equals(Files.getOwner(terminal.directory()))
          || Files.exists(home) && owner.equals(Files.getOwner(home));
    } catch (IOException gone) {
      return false;
    }
  }

  private static ProjectFile read(Path file) {
    Map<String, Object> root = YamlFile.read(file);
    root.keySet().stream()
        .filter(key -> !KEYS.contains(key))
        .findFirst()
        .ifPresent(
            key -> {
              throw new CliException(
                  ExitCode.USAGE,
                  "%s has the key '%s'; it takes context, golden and database"
                      .formatted(file, key));
            });
    return new ProjectFile(
        file,
        YamlFile.text(root.get("context")),
        YamlFile.text(root.get("golden")),
        YamlFile.text(root.get("database")));
  }

  /**
   * The database that commands mean which name none: the local file's, else this one's.
   *
   * @throws CliException when the branch of git has none yet
   */
  public Optional<String> currentDatabase() {
    Map<String, Object> local = local();
    String unsettled = YamlFile.text(local.get(UNSETTLED));
    if (unsettled != null) {
      throw new CliException(
          ExitCode.CONFLICT,
          "the branch '%s' of git has no database yet; name the one that is meant, or try again"
              .formatted(unsettled),
          "goldenrod checkout --git-branch=" + ShellWord.of(unsettled));
    }
    return Optional.ofNullable(YamlFile.text(local.get("database")))
        .or(() -> Optional.ofNullable(database));
  }

  /** What is said here alone; a link to another file says nothing. */
  private Map<String, Object> local() {
    return Files.isRegularFile(localFile(), LinkOption.NOFOLLOW_LINKS)
        ? YamlFile.read(localFile())
        : Map.of();
  }

  /** Has commands mean that database, here alone; null has them mean this file's again. */
  public void setCurrent(@Nullable String name) {
    if (name != null) {
      replace(localFile(), YamlFile.write(Map.of("database", name)));
      return;
    }
    try {
      Files.deleteIfExists(localFile());
    } catch (IOException e) {
      throw new CliException(
          ExitCode.REFUSED, "%s cannot be deleted: %s".formatted(localFile(), e));
    }
  }

  /** Has commands mean none, until the one of that branch of git is known. */
  public void unsettle(String gitBranch) {
    replace(localFile(), YamlFile.write(Map.of(UNSETTLED, gitBranch)));
  }

  /** Writes the file, after which commands mean its database. */
  public void save() {
    replace(file, text());
    setCurrent(null);
  }

  /** Puts another file in its place: where a link leads is somebody else's. */
  private static void replace(Path file, String text) {
    try {
      Path draft = Files.createTempFile(file.toAbsolutePath().getParent(), ".goldenrod", ".new");
      try {
        Files.writeString(draft, text);
        Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-r--r--"));
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw new CliException(ExitCode.REFUSED, "%s cannot be written: %s".formatted(file, e));
    }
  }

  private Path localFile() {
    return file.resolveSibling(LOCAL_NAME);
  }

  /** What is written into the file. */
  private String text() {
    Map<String, Object> root = new LinkedHashMap<>();
    if (context != null) {
      root.put("context", context);
    }
    if (golden != null) {
      root.put("golden", golden);
    }
    if (database != null) {
      root.put("database", database);
    }
    return YamlFile.write(root);
  }
}
