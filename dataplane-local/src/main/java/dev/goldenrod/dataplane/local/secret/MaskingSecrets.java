package dev.goldenrod.dataplane.local.secret;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.masking.MaskingKey;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/**
 * The key of masks and the keys that sign attestations, made on first use. No source can name their
 * folder as its secret, so they are sent to none. Methods throw a {@link DataPlaneException} if
 * files cannot be read or written. Thread-safe.
 */
public final class MaskingSecrets {
  /** Has a character that no secret's name may have. */
  private static final String FOLDER = "_masking";

  private static final String MASKS = "masking-key";
  private static final String SIGNING = "signing-keys";
  private static final String ALGORITHM = "Ed25519";

  private final Path folder;

  MaskingSecrets(Path secrets) {
    this.folder = secrets.resolve(FOLDER);
  }

  private interface Making {
    List<byte[]> keys() throws GeneralSecurityException;
  }

  /** Returns the key that determines all masks of this data plane. */
  public MaskingKey maskingKey() {
    List<byte[]> keys =
        readOrMake(
            MASKS,
            () -> {
              byte[] key = new byte[MaskingKey.BYTES];
              new SecureRandom().nextBytes(key);
              return List.of(key);
            });
    try {
      return new MaskingKey(keys.get(0));
    } catch (IllegalArgumentException e) {
      throw damaged(MASKS, e);
    }
  }

  /** Returns the keys that sign attestations of this data plane. */
  public KeyPair signingKeys() {
    List<byte[]> keys =
        readOrMake(
            SIGNING,
            () -> {
              KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
              return List.of(pair.getPrivate().getEncoded(), pair.getPublic().getEncoded());
            });
    try {
      KeyFactory factory = KeyFactory.getInstance(ALGORITHM);
      return new KeyPair(
          factory.generatePublic(new X509EncodedKeySpec(keys.get(1))),
          factory.generatePrivate(new PKCS8EncodedKeySpec(keys.get(0))));
    } catch (GeneralSecurityException | IndexOutOfBoundsException e) {
      throw damaged(SIGNING, e);
    }
  }

  /** A file has a key in Base64 on each line. */
  private synchronized List<byte[]> readOrMake(String name, Making making) {
    Path file = folder.resolve(name);
    try {
      if (!Files.exists(file)) {
        OwnerOnly.makeFolder(folder.getParent());
        OwnerOnly.makeFolder(folder);
        List<String> lines =
            making.keys().stream().map(Base64.getEncoder()::encodeToString).toList();
        DurableFile.write(file, String.join("\n", lines).getBytes(StandardCharsets.US_ASCII));
        DurableFile.force(folder.getParent());
      }
      return Files.readAllLines(file).stream().map(Base64.getDecoder()::decode).toList();
    } catch (IllegalArgumentException e) {
      throw damaged(name, e);
    } catch (IOException e) {
      throw new DataPlaneException("cannot read or write %s: %s".formatted(file, e), e);
    } catch (GeneralSecurityException e) {
      throw new DataPlaneException("this Java runtime has no " + ALGORITHM, e);
    }
  }

  /** Neither message nor cause contain the key. */
  private DataPlaneException damaged(String name, Exception reason) {
    return new DataPlaneException(
        "%s is damaged (%s): restore it from a backup of the data directory; with another key, masks are others"
            .formatted(folder.resolve(name), reason.getClass().getSimpleName()));
  }
}
