package dev.goldenrod.engine.postgres;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.engine.PrivateFiles;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The places of two verifiers in the file of {@code pg_authid}. They are saved beside the data that
 * clones are made of, and each clone replaces the verifiers by its own. Earlier releases also saved
 * whether pages had checksums.
 *
 * @param file the file's path in the data directory
 * @param hash of the file without the verifiers and without the checksums of their pages, so that
 *     it also identifies a file in which only some of these bytes were replaced
 * @param role the place of the clients' role
 * @param admin the place of the superuser
 */
@JsonIgnoreProperties("hasChecksums")
record VerifierPlaces(String file, String hash, Place role, Place admin) {
  /** The size in bytes of the largest supported file, which has some thousand roles. */
  static final int LARGEST = 1 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(VerifierPlaces.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NOTE = "login-places";
  private static final Pattern FILE = Pattern.compile("global/[0-9]+");

  /**
   * A place in the file, in one page.
   *
   * @param verifier the verifier that was there when the place was saved
   */
  record Place(int offset, String verifier) {
    Place {
      Objects.requireNonNull(verifier);
      if (!isInOnePage(offset, verifier)) {
        throw new IllegalArgumentException("no verifier of one page is at " + offset);
      }
    }

    private static Optional<Place> find(String content, String verifier) {
      int offset = content.indexOf(verifier);
      boolean isUnique = offset >= 0 && content.indexOf(verifier, offset + 1) < 0;
      return isUnique && isInOnePage(offset, verifier)
          ? Optional.of(new Place(offset, verifier))
          : Optional.empty();
    }

    private static boolean isInOnePage(int offset, String verifier) {
      int inPage = offset % PageChecksum.PAGE_BYTES;
      return offset >= 0 && inPage + verifier.length() <= PageChecksum.PAGE_BYTES;
    }

    int page() {
      return offset / PageChecksum.PAGE_BYTES;
    }

    private int end() {
      return offset + verifier.length();
    }

    private boolean holdsVerifier(byte[] content) {
      return Arrays.equals(content, offset, end(), bytes(verifier), 0, verifier.length());
    }

    private void put(byte[] content, String other) {
      System.arraycopy(bytes(other), 0, content, offset, other.length());
    }

    private static byte[] bytes(String verifier) {
      return verifier.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  VerifierPlaces {
    Objects.requireNonNull(hash);
    Objects.requireNonNull(role);
    Objects.requireNonNull(admin);
    if (!FILE.matcher(file).matches()) {
      throw new IllegalArgumentException("'%s' is no file of a shared catalog".formatted(file));
    }
  }

  /** Returns the places of the verifiers; empty unless each occurs exactly once. */
  static Optional<VerifierPlaces> find(String file, byte[] content, String role, String admin) {
    String text = new String(content, StandardCharsets.ISO_8859_1);
    Optional<Place> ofRole = Place.find(text, role);
    Optional<Place> ofAdmin = Place.find(text, admin);
    if (ofRole.isEmpty() || ofAdmin.isEmpty()) {
      return Optional.empty();
    }
    String hash = hash(content, List.of(ofRole.get(), ofAdmin.get()));
    return Optional.of(new VerifierPlaces(file, hash, ofRole.get(), ofAdmin.get()));
  }

  /** Reads the saved places; empty if there are none, or if they are damaged. */
  static Optional<VerifierPlaces> read(PrivateFiles files) {
    return files.read(NOTE).flatMap(VerifierPlaces::parse);
  }

  private static Optional<VerifierPlaces> parse(String json) {
    try {
      return Optional.ofNullable(JSON.readValue(json, VerifierPlaces.class));
    } catch (JsonProcessingException e) {
      LOG.debug("Ignored the damaged file {}", NOTE, e);
      return Optional.empty();
    }
  }

  void save(PrivateFiles files) {
    try {
      files.write(NOTE, JSON.writeValueAsString(this));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the places of verifiers cannot be written as JSON", e);
    }
  }

  static void forget(PrivateFiles files) {
    files.remove(NOTE);
  }

  /** Returns whether the content is that of the saved file, apart from the verifiers. */
  boolean matches(byte[] content) {
    boolean isLongEnough = Math.max(role.end(), admin.end()) <= content.length;
    return isLongEnough
        && content.length % PageChecksum.PAGE_BYTES == 0
        && hash.equals(hash(content, places()));
  }

  /** Returns whether both saved verifiers are in their places. */
  boolean holdVerifiers(byte[] content) {
    return role.holdsVerifier(content) && admin.holdsVerifier(content);
  }

  /** Returns whether the verifiers have the lengths of the saved ones. */
  boolean fit(String roleVerifier, String adminVerifier) {
    return roleVerifier.length() == role.verifier().length()
        && adminVerifier.length() == admin.verifier().length();
  }

  /**
   * Returns the content with other verifiers, which {@link #fit}, and with the checksums of their
   * pages. A server without checksums ignores them, and they may have been enabled after the places
   * were saved.
   */
  byte[] replaced(byte[] content, String roleVerifier, String adminVerifier) {
    byte[] next = content.clone();
    role.put(next, roleVerifier);
    admin.put(next, adminVerifier);
    pages().forEach(page -> PageChecksum.update(next, page));
    return next;
  }

  /** Returns the numbers of the pages that have the places. */
  List<Integer> pages() {
    return places().stream().map(Place::page).distinct().toList();
  }

  private List<Place> places() {
    return List.of(role, admin);
  }

  private static String hash(byte[] content, List<Place> places) {
    byte[] rest = content.clone();
    for (Place place : places) {
      Arrays.fill(rest, place.offset(), place.end(), (byte) 0);
      int checksum = place.page() * PageChecksum.PAGE_BYTES + PageChecksum.AT;
      Arrays.fill(rest, checksum, checksum + PageChecksum.BYTES, (byte) 0);
    }
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(rest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
