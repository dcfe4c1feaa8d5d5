package dev.goldenrod.dataplane.local.record;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.server.ServerCertificate;
import dev.goldenrod.engine.Passwords;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a database keeps outside its volume: a folder that only the server's user can enter. Every
 * file is there wholly or not at all.
 */
public final class DatabaseFolder implements ServerCertificate.Kept {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RECORD = "clone.json";
  private static final String VERIFIED_LOGIN = "admission.json";
  private static final String PASSWORD = "password";
  private static final String NEXT_PASSWORD = "password.next";

  /** What a power failure leaves instead has no characters, or those of the disk's zeros. */
  private static final Pattern WHOLE_PASSWORD = Pattern.compile("[\\x21-\\x7e]+");

  private static final String TLS_IDENTITY = "tls.pem";
  private static final String SSL_MODE = "sslmode";
  private static final String LOGIN_DUE = "login-due";
  private static final String REMOVING = "removing";
  private static final String STANDING_STILL = "standing-still";

  private final Path folder;
  private final RecordFiles files;

  public DatabaseFolder(Path folder) {
    this.folder = folder;
    this.files = new RecordFiles(folder);
  }

  public boolean exists() {
    return Files.isDirectory(folder);
  }

  /** What the server of the database logs to. */
  public Path log() {
    return folder.resolve("log");
  }

  public Optional<DatabaseRecord> record() {
    return files.read(RECORD, DatabaseRecord::parse);
  }

  /**
   * Keeps the record in place of the one before, and makes up the password when there is none. The
   * first record survives a power failure only after {@link #sync}, each later one at once.
   */
  public void save(DatabaseRecord record) {
    boolean first = !Files.exists(folder.resolve(RECORD));
    if (first) {
      password();
    }
    files.store(RECORD, record::json, !first);
  }

  /** Ensures that what was kept survives a power failure. */
  public void sync() {
    try {
      DurableFile.force(folder.resolve(PASSWORD));
      DurableFile.force(folder.resolve(RECORD));
      DurableFile.force(folder);
      DurableFile.force(folder.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw RecordFiles.failure(folder, e);
    }
  }

  public Optional<VerifiedLogin> verifiedLogin() {
    return files.read(VERIFIED_LOGIN, json -> JSON.readValue(json, VerifiedLogin.class));
  }

  /** Notes the login, before a client is told of it: who lacks one may get another endpoint. */
  public void save(VerifiedLogin login) {
    files.store(VERIFIED_LOGIN, () -> JSON.writeValueAsBytes(login), true);
  }

  /**
   * The database's password, made up when there is none.
   *
   * @throws DataPlaneException when clients were told one that is lost; see {@link #lostPassword}
   */
  public String password() {
    lostPassword()
        .ifPresent(
            lost -> {
              throw new DataPlaneException(lost);
            });
    return passwordOf(PASSWORD)
        .orElseGet(
            () -> {
              String made = Passwords.random();
              files.store(PASSWORD, () -> made.getBytes(StandardCharsets.US_ASCII), false);
              return made;
            });
  }

  /**
   * That clients were told a password which the folder no longer has, and the way out; empty when
   * it is there, and where none was given out: a power failure can leave it empty before.
   */
  public Optional<String> lostPassword() {
    return hasPassword() || !hadClients()
        ? Optional.empty()
        : Optional.of(
            "its password is lost, %s is missing, empty or damaged; reset its credentials (POST …/credentials/reset), or restore the file from a backup"
                .formatted(folder.resolve(PASSWORD)));
  }

  /** Whether it has a password. */
  public boolean hasPassword() {
    return passwordOf(PASSWORD).isPresent();
  }

  private Optional<String> passwordOf(String name) {
    return files
        .read(name, bytes -> new String(bytes, StandardCharsets.US_ASCII))
        .filter(text -> WHOLE_PASSWORD.matcher(text).matches());
  }

  /** Whether clients could ever log in, also where it is no longer known how. */
  private boolean hadClients() {
    return Files.exists(folder.resolve(VERIFIED_LOGIN))
        || Files.exists(folder.resolve(VERIFIED_LOGIN + RecordFiles.DAMAGED));
  }

  /** Keeps that password. */
  public void inheritPassword(String password) {
    files.store(PASSWORD, () -> password.getBytes(StandardCharsets.US_ASCII), true);
  }

  @Override
  public Optional<String> tlsIdentity() {
    return files.read(TLS_IDENTITY, bytes -> new String(bytes, StandardCharsets.US_ASCII));
  }

  @Override
  public void saveTlsIdentity(String pem) {
    files.store(TLS_IDENTITY, () -> pem.getBytes(StandardCharsets.US_ASCII), false);
  }

  /** What clients are to check of the server as it was last started; empty without TLS. */
  public Optional<String> sslMode() {
    return files.read(SSL_MODE, bytes -> new String(bytes, StandardCharsets.US_ASCII));
  }

  /** Notes it, before the server is started so. */
  public void noteSslMode(Optional<String> mode) {
    if (mode.isPresent()) {
      files.store(SSL_MODE, () -> mode.get().getBytes(StandardCharsets.US_ASCII), false);
    } else {
      remove(SSL_MODE);
    }
  }

  /** The password that a reset is about to set, made up and kept when there is none. */
  public String createNextPassword() {
    return nextPassword()
        .orElseGet(
            () -> {
              String made = Passwords.random();
              files.store(NEXT_PASSWORD, () -> made.getBytes(StandardCharsets.US_ASCII), true);
              return made;
            });
  }

  /** The password that a reset that was interrupted may have set. */
  public Optional<String> nextPassword() {
    return passwordOf(NEXT_PASSWORD);
  }

  /** The next password is the database's from now on. */
  public void confirmNextPassword() {
    try {
      Files.move(
          folder.resolve(NEXT_PASSWORD), folder.resolve(PASSWORD), StandardCopyOption.ATOMIC_MOVE);
      DurableFile.force(folder);
    } catch (IOException e) {
      throw RecordFiles.failure(folder, e);
    }
  }

  /** From now on the next start lets clients in who were shut out. */
  public void markLoginDue() {
    write(LOGIN_DUE);
    try {
      DurableFile.force(folder);
    } catch (IOException e) {
      throw RecordFiles.failure(folder, e);
    }
  }

  public void unmarkLoginDue() {
    remove(LOGIN_DUE);
  }

  public boolean isLoginDue() {
    return Files.exists(folder.resolve(LOGIN_DUE));
  }

  /** From now on the database is being removed, also after a restart. */
  public void markRemoval() {
    if (exists()) {
      write(REMOVING);
    }
  }

  private void write(String mark) {
    try {
      Files.write(folder.resolve(mark), new byte[0]);
    } catch (IOException e) {
      throw RecordFiles.failure(folder, e);
    }
  }

  /** From now on its processes may stand still, until {@link #unmarkStandstill}. */
  public void markStandstill() {
    write(STANDING_STILL);
  }

  public void unmarkStandstill() {
    remove(STANDING_STILL);
  }

  private void remove(String mark) {
    try {
      Files.deleteIfExists(folder.resolve(mark));
    } catch (IOException e) {
      throw RecordFiles.failure(folder, e);
    }
  }

  public boolean isStandingStill() {
    return Files.exists(folder.resolve(STANDING_STILL));
  }

  public boolean isBeingRemoved() {
    return Files.exists(folder.resolve(REMOVING));
  }

  /** Removes the folder, the mark of removal last. */
  public void delete() {
    if (!exists()) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> markLast =
          files.sorted(Comparator.comparing(file -> file.endsWith(REMOVING))).toList();
      for (Path file : markLast) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw RecordFiles.failure(folder, e);
    }
  }
}
