package dev.goldenrod.server;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.control.Members;
import dev.goldenrod.control.Tokens;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.file.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The token that gives the first admin access. */
final class AdminToken {
  private static final Logger LOG = LoggerFactory.getLogger(AdminToken.class);

  private AdminToken() {}

  /**
   * Ensures that an admin can log in: with the operator's token or, if no admin has a password or a
   * token, with a generated one. Returns the token if it was generated now.
   */
  static Optional<String> ensure(Members members, ServeSettings settings, DataDirectory directory) {
    try {
      return settings.adminToken().isPresent()
          ? useGiven(members, settings, directory)
          : renewOrGenerate(members, settings.adminTokenTtl().orElse(null), directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot store the admin token in " + directory.path(), e);
    }
  }

  private static Optional<String> useGiven(
      Members members, ServeSettings settings, DataDirectory directory) throws IOException {
    members.setBootstrapToken(settings.adminToken().orElseThrow());
    // The token in the file is no longer valid.
    Files.deleteIfExists(directory.adminToken());
    return Optional.empty();
  }

  private static Optional<String> renewOrGenerate(
      Members members, @Nullable Duration ttl, DataDirectory directory) throws IOException {
    renewIfDue(members, ttl, directory);
    return generateIfNeeded(members, ttl, directory);
  }

  /** Writes the token before activating it: a kill between the two must not lock the admin out. */
  private static Optional<String> generateIfNeeded(
      Members members, @Nullable Duration ttl, DataDirectory directory) throws IOException {
    if (members.canAdminLogIn()) {
      return Optional.empty();
    }
    String token = members.isEmpty() ? readOrCreate(directory) : create(directory);
    return Optional.of(token).filter(one -> members.letAdminIn(one, ttl));
  }

  /**
   * Renews the token in the data directory if that is due. A null {@code ttl} keeps its lifetime.
   *
   * <p>The new token is activated before it is written. After a kill between the two, the file
   * holds the previous token, which remains valid for another day; the next start detects that it
   * is not the current one and renews it again.
   */
  private static void renewIfDue(Members members, @Nullable Duration ttl, DataDirectory directory)
      throws IOException {
    Path file = directory.adminToken();
    if (!Files.exists(file)
        || !members.isBootstrapRenewalDue(Files.readString(file).strip(), ttl)) {
      return;
    }
    String token = Tokens.newToken();
    if (members.renewBootstrapToken(token, ttl)) {
      write(directory, token);
      LOG.info(
          "Renewed the admin's token in {}; the previous token remains valid for at most one"
              + " day",
          file);
    }
  }

  /** Starts to renew the token periodically; running the result stops that. */
  static Runnable keepRenewed(Members members, ServeSettings settings, DataDirectory directory) {
    Duration ttl = settings.adminTokenTtl().orElse(null);
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(new DaemonThreads("admin-token"));
    timer.scheduleWithFixedDelay(() -> tryToRenew(members, ttl, directory), 1, 1, TimeUnit.HOURS);
    return timer::shutdownNow;
  }

  private static void tryToRenew(Members members, @Nullable Duration ttl, DataDirectory directory) {
    try {
      renewIfDue(members, ttl, directory);
    } catch (IOException | RuntimeException e) {
      LOG.warn("Cannot renew the admin's token, will retry in an hour", e);
    }
  }

  /**
   * Returns the token of an earlier start that was killed before activating it, or writes a new
   * one.
   */
  private static String readOrCreate(DataDirectory directory) throws IOException {
    Path file = directory.adminToken();
    return Files.exists(file) ? Files.readString(file).strip() : create(directory);
  }

  /** Writes a new token: one that the file may still hold was revoked. */
  private static String create(DataDirectory directory) throws IOException {
    String token = Tokens.newToken();
    write(directory, token);
    return token;
  }

  private static void write(DataDirectory directory, String token) throws IOException {
    DurableFile.write(directory.adminToken(), (token + "\n").getBytes(StandardCharsets.US_ASCII));
  }
}
