package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The user that database processes run as, since PostgreSQL refuses to run as root.
 *
 * <p>It is the server's own user, unless that is root: then the first that exists of {@code
 * postgres}, {@code goldenrod} (which an administrator may create for this) and {@code nobody}.
 */
public final class RunAs {
  private static final List<String> CANDIDATES = List.of("postgres", "goldenrod", "nobody");

  private final String userName;
  private final int uid;
  private final int gid;
  private final List<String> prefix;

  private RunAs(String userName, int uid, int gid, List<String> prefix) {
    this.userName = userName;
    this.uid = uid;
    this.gid = gid;
    this.prefix = prefix;
  }

  /**
   * Finds the user.
   *
   * @throws DataPlaneException when the server is root and no other user is there
   */
  public static RunAs detect() {
    if (id("-u", null) != 0) {
      return new RunAs(ownName(), id("-u", null), id("-g", null), List.of());
    }
    String user =
        CANDIDATES.stream()
            .filter(name -> Tool.attempt("id", "-u", name).succeeded())
            .findFirst()
            .orElseThrow(
                () ->
                    new DataPlaneException(
                        "PostgreSQL refuses to run as root, and none of the users %s exists;"
                                .formatted(CANDIDATES)
                            + " create one with 'useradd --system goldenrod', or start the server"
                            + " as another user"));
    int uid = id("-u", user);
    int gid = id("-g", user);
    return new RunAs(user, uid, gid, switchTo(user, uid, gid));
  }

  private static String ownName() {
    Tool.Result name = Tool.attempt("id", "-un");
    if (name.succeeded()) {
      return name.output();
    }
    throw new DataPlaneException(
        "user id %d has no name on this machine, and PostgreSQL refuses to run without one; add it to /etc/passwd"
            .formatted(id("-u", null)));
  }

  /** The command that runs the given one as the user, in the same process. */
  public List<String> command(List<String> command) {
    return Stream.concat(prefix.stream(), command.stream()).toList();
  }

  /** Gives the file or directory, and everything below it, to the user. Follows no links. */
  public void own(Path tree) {
    if (!isSwitched()) {
      return;
    }
    try {
      Files.walkFileTree(tree, new OwnEach());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot give " + tree + " to user " + userName, e);
    }
  }

  /** Gives the one file or directory to the user. Follows no link. */
  public void ownOne(Path path) {
    if (!isSwitched()) {
      return;
    }
    try {
      chown(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot give " + path + " to user " + userName, e);
    }
  }

  public String userName() {
    return userName;
  }

  /** Whether the user is another one than the server's. */
  public boolean isSwitched() {
    return !prefix.isEmpty();
  }

  private void chown(Path path) throws IOException {
    Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
    Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
  }

  private static int id(String option, @Nullable String user) {
    List<String> command =
        Optional.ofNullable(user)
            .map(name -> List.of("id", option, name))
            .orElse(List.of("id", option));
    return Integer.parseInt(Tool.run(command));
  }

  private static List<String> switchTo(String user, int uid, int gid) {
    List<String> setpriv =
        List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--init-groups", "--");
    List<String> probe = Stream.concat(setpriv.stream(), Stream.of("true")).toList();
    // runuser stays around as the parent of what it runs, so it is the second choice only.
    return Tool.attempt(probe).succeeded()
        ? setpriv
        : List.of(Tool.locate("runuser"), "-u", user, "--");
  }

  private final class OwnEach extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      chown(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      chown(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
