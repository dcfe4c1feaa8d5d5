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
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A project's {@code .goldenrod} file, which selects a context and a golden or database. It is
 * shared with the project, so it contains no secrets and no addresses.
 *
 * @param context null for the user's current context
 */
public record ProjectFile(
    Path file, @Nullable String context, @Nullable String golden, @Nullable String database) {
  public static final String NAME = ".goldenrod";

  /** An unshared file beside the project file, whose {@code database} takes precedence. */
  public static final String LOCAL_NAME = ".goldenrod.local";

  /** Key in the local file: the git branch whose database branch is not known yet. */
  private static final String UNRESOLVED = "unsettled";

  private static final int STICKY = 01000;

  private static final Set<String> KEYS = Set.of("context", "golden", "database");

  /**
   * Returns the file in the working directory or the nearest folder above it. Ignores files of
   * other users than the user, root and the owner of the working directory.
   *
   * @throws CliException if the file is a symbolic link, cannot be read or is malformed
   */
  public static Optional<ProjectFile> find(Terminal terminal) {
    return candidates(terminal)
        .filter(file -> isTrusted(terminal, file))
        .peek(ProjectFile::requireNoLink)
        .filter(Files::isRegularFile)
        .findFirst()
        .map(ProjectFile::read);
  }

  /** Returns a remark on the nearest file that is ignored, to end a message; empty without one. */
  public static String remarkOnIgnored(Terminal terminal) {
    return candidates(terminal)
        .filter(file -> !isTrusted(terminal, file))
        .findFirst()
        .map("; %s is ignored, because it belongs to another user"::formatted)
        .orElse("");
  }

  private static Stream<Path> candidates(Terminal terminal) {
    return Stream.iterate(terminal.directory(), Objects::nonNull, Path::getParent)
        .map(folder -> folder.resolve(NAME))
        .filter(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS));
  }

  private static void requireNoLink(Path file) {
    if (Files.isSymbolicLink(file)) {
      throw new CliException(
          ExitCode.USAGE,
          "%s is a symbolic link, which is not followed; copy the file".formatted(file));
    }
  }

  private static boolean isTrusted(Terminal terminal, Path file) {
    try {
      UserPrincipal owner = Files.getOwner(file, LinkOption.NOFOLLOW_LINKS);
      return isUserOrRoot(terminal, owner) || owner.equals(Files.getOwner(terminal.directory()));
    } catch (IOException gone) {
      return false;
    }
  }

  private static boolean isUserOrRoot(Terminal terminal, UserPrincipal owner) throws IOException {
    Path home = Path.of(terminal.home());
    return owner.getName().equals("root")
        || Files.exists(home) && owner.equals(Files.getOwner(home));
  }

  /** Returns whether the file belongs to a user other than the user and root. */
  boolean isOfOtherUser(Terminal terminal) {
    try {
      return !isUserOrRoot(terminal, Files.getOwner(file));
    } catch (IOException gone) {
      return true;
    }
  }

  /**
   * Returns whether users other than the owner and root can change the file, or replace it in its
   * folder. A group with the name of the owner counts as the owner's own.
   */
  boolean isWritableByOthers() {
    Path folder = file.toAbsolutePath().getParent();
    return isWritableByOthers(file) || !isSticky(folder) && isWritableByOthers(folder);
  }

  private static boolean isWritableByOthers(Path path) {
    try {
      PosixFileAttributes seen = Files.readAttributes(path, PosixFileAttributes.class);
      boolean isOwnGroup = seen.group().getName().equals(seen.owner().getName());
      return seen.permissions().contains(PosixFilePermission.OTHERS_WRITE)
          || seen.permissions().contains(PosixFilePermission.GROUP_WRITE) && !isOwnGroup;
    } catch (IOException gone) {
      return true;
    }
  }

  /** Returns whether only the owner of a file may replace it in the folder, as in {@code /tmp}. */
  private static boolean isSticky(Path folder) {
    try {
      return ((int) Files.getAttribute(folder, "unix:mode") & STICKY) != 0;
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
                  "%s has the unknown key '%s'; known keys are context, golden and database"
                      .formatted(file, key));
            });
    return new ProjectFile(
        file,
        YamlFile.text(root.get("context")),
        YamlFile.text(root.get("golden")),
        YamlFile.text(root.get("database")));
  }

  /**
   * Returns the database for commands that name none.
   *
   * @throws CliException if the current git branch has no database branch yet
   */
  public Optional<String> currentDatabase(Terminal terminal) {
    Map<String, Object> local = local(terminal);
    String unsettled = YamlFile.text(local.get(UNRESOLVED));
    if (unsettled != null) {
      throw new CliException(
          ExitCode.CONFLICT,
          "git branch '%s' has no database yet; name a database, or try again".formatted(unsettled),
          "goldenrod checkout --git-branch=" + ShellWord.of(unsettled));
    }
    return Optional.ofNullable(YamlFile.text(local.get("database")))
        .or(() -> Optional.ofNullable(database));
  }

  /**
   * Returns the content of the local file; empty if it is missing, a symbolic link or of a user
   * whose project file would be ignored.
   */
  private Map<String, Object> local(Terminal terminal) {
    return Files.isRegularFile(localFile(), LinkOption.NOFOLLOW_LINKS)
            && isTrusted(terminal, localFile())
        ? YamlFile.read(localFile())
        : Map.of();
  }

  /** Sets the current database in the local file; null restores the project file's database. */
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

  /** Makes commands without a database fail until the git branch's database branch is known. */
  public void markUnresolved(String gitBranch) {
    replace(localFile(), YamlFile.write(Map.of(UNRESOLVED, gitBranch)));
  }

  /** Writes the file and makes its database the current one. */
  public void save() {
    replace(file, text());
    setCurrent(null);
  }

  /** Replaces the file, because the target of a symbolic link may belong to another user. */
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
