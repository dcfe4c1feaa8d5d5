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

/** The token that the first admin starts with. */
final class AdminToken {
  private static final Logger LOG = LoggerFactory.getLogger(AdminToken.class);

  private AdminToken() {}

  /**
   * Ensures that an admin can log in: with the operator's token, or with one that is made up when
   * no admin has a password or a token, as at the very first start.
   *
   * @return the token, if it was made up now
   */
  static Optional<String> ensure(Members members, ServeSettings settings, DataDirectory directory) {
    try {
      return settings.adminToken().isPresent()
          ? useGiven(members, settings, directory)
          : keep(members, settings.adminTokenTtl().orElse(null), directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep the admin token in " + directory.path(), e);
    }
  }

  private static Optional<String> useGiven(
      Members members, ServeSettings settings, DataDirectory directory) throws IOException {
    members.setBootstrapToken(settings.adminToken().orElseThrow());
    // What the file keeps is valid no more.
    Files.deleteIfExists(directory.adminToken());
    return Optional.empty();
  }

  private static Optional<String> keep(
      Members members, @Nullable Duration ttl, DataDirectory directory) throws IOException {
    renewIfDue(members, ttl, directory);
    return makeUp(members, ttl, directory);
  }

  /** Kept before it counts, so that a kill between the two does not lock the admin out. */
  private static Optional<String> makeUp(
      Members members, @Nullable Duration ttl, DataDirectory directory) throws IOException {
    if (members.canAdminLogIn()) {
      return Optional.empty();
    }
    String token = members.isEmpty() ? kept(directory) : written(directory);
    return Optional.of(token).filter(one -> members.letAdminIn(one, ttl));
  }

  /**
   * Renews the token that the directory keeps, if that is due.
   *
   * <p>It counts before it is kept: a kill between the two leaves the former one in the file, which
   * works for another day, and the next start, which finds that it is not the one that counts,
   * renews it again.
   *
   * @param ttl how long it should work; null for as long as it was made for
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
      LOG.info("Renewed the admin's token in {}; the former one works for a day more", file);
    }
  }

  /** Renews the token from now on, whenever that is due; to be closed. */
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

  /** What an earlier start wrote, which was killed before it counted; else a new one. */
  private static String kept(DataDirectory directory) throws IOException {
    Path file = directory.adminToken();
    return Files.exists(file) ? Files.readString(file).strip() : written(directory);
  }

  /** A new one: a token that the file may hold was taken from an admin for good. */
  private static String written(DataDirectory directory) throws IOException {
    String token = Tokens.newToken();
    write(directory, token);
    return token;
  }

  private static void write(DataDirectory directory, String token) throws IOException {
    DurableFile.write(directory.adminToken(), (token + "\n").getBytes(StandardCharsets.US_ASCII));
  }
}
