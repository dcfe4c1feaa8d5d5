package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Users as this machine knows them, and which of them engines may run as. */
final class SystemUsers {
  private static final String PREFERRED = "goldenrod";
  private static final List<String> OTHERS = List.of("postgres", "nobody");

  private SystemUsers() {}

  /** Ids are numbers of 32 bits without a sign. */
  static int uid() {
    return Own.UID;
  }

  static int gid() {
    return Integer.parseUnsignedInt(Tool.run("id", "-g"));
  }

  static int uidOf(String user) {
    return Integer.parseUnsignedInt(Tool.run("id", "-u", user));
  }

  static int gidOf(String user) {
    return Integer.parseUnsignedInt(Tool.run("id", "-g", user));
  }

  /**
   * The user that an operator named for engines.
   *
   * @throws DataPlaneException when it does not exist or is root
   */
  static String requireForEngines(String user) {
    Tool.Result uid = Tool.tryRun("id", "-u", user);
    if (!uid.succeeded() || uid.output().equals("0")) {
      throw new DataPlaneException(
          "engines cannot run as user '%s', which %s; name another one, or create it with 'useradd --system %s'"
              .formatted(user, uid.succeeded() ? "is root" : "does not exist", user));
    }
    return user;
  }

  /**
   * The first user for engines that exists, after the preferred one was created where that can be.
   *
   * @throws DataPlaneException when there is none
   */
  static String firstForEngines() {
    if (exists(PREFERRED) || created()) {
      return PREFERRED;
    }
    return OTHERS.stream()
        .filter(SystemUsers::exists)
        .findFirst()
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "PostgreSQL refuses to run as root, and none of the users %s, %s exists; create one with 'useradd --system %s', or start the server as another user"
                        .formatted(PREFERRED, String.join(", ", OTHERS), PREFERRED)));
  }

  private static boolean exists(String user) {
    return Tool.tryRun("id", "-u", user).succeeded();
  }

  /** Two servers may try at the same time; what counts is that the user is there afterwards. */
  private static boolean created() {
    Tool.tryRun(
        "useradd",
        "--system",
        "--no-create-home",
        "--home-dir",
        "/nonexistent",
        "--shell",
        "/usr/sbin/nologin",
        PREFERRED);
    return exists(PREFERRED);
  }

  /**
   * The name of this process's user.
   *
   * @throws DataPlaneException when it has none on this machine
   */
  static String ownName() {
    Tool.Result name = Tool.tryRun("id", "-un");
    if (name.succeeded()) {
      return name.output();
    }
    throw new DataPlaneException(
        "user id %s has no name on this machine, and PostgreSQL refuses to run without one; add it to /etc/passwd"
            .formatted(Integer.toUnsignedString(uid())));
  }

  /** The user of this process, which does not change. */
  private static final class Own {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int EFFECTIVE = 2;
    static final int UID = Integer.parseUnsignedInt(uid());

    private Own() {}

    /** Images without a shell have no program {@code id}; systems other than Linux no such file. */
    private static String uid() {
      if (!Files.exists(STATUS)) {
        return Tool.run("id", "-u");
      }
      try (Stream<String> lines = Files.lines(STATUS)) {
        String ids = lines.filter(line -> line.startsWith("Uid:")).findFirst().orElseThrow();
        return ids.split("\\s+")[EFFECTIVE];
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read the user of this process", e);
      }
    }
  }
}
