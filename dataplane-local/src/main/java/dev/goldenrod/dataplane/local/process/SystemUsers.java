package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The users of this machine, and those that engines may run as. */
final class SystemUsers {
  private static final String PREFERRED = "goldenrod";
  private static final List<String> OTHERS = List.of("postgres", "nobody");

  private SystemUsers() {}

  /** Returns this process's user id, a 32-bit unsigned number. */
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

  static String requireForEngines(String user) {
    Tool.Result uid = Tool.tryRun("id", "-u", user);
    if (!uid.succeeded() || uid.output().equals("0")) {
      throw new DataPlaneException(
          "engines cannot run as user '%s', which %s; specify another user, or create it with 'useradd --system %s'"
              .formatted(user, uid.succeeded() ? "is root" : "does not exist", user));
    }
    return user;
  }

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

  /** Checks for existence afterwards, since another server may create the user concurrently. */
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

  static String ownName() {
    Tool.Result name = Tool.tryRun("id", "-un");
    if (name.succeeded()) {
      return name.output();
    }
    throw new DataPlaneException(
        "user id %s has no name on this machine, and PostgreSQL refuses to run without one; add it to /etc/passwd"
            .formatted(Integer.toUnsignedString(uid())));
  }

  private static final class Own {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int EFFECTIVE = 2;
    static final int UID = Integer.parseUnsignedInt(uid());

    private Own() {}

    /** Minimal images have no {@code id} program; systems other than Linux have no such file. */
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
