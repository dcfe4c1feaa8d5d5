package dev.goldenrod.masking.permute;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.BlockCipher;
import org.bouncycastle.crypto.CipherParameters;
import org.bouncycastle.crypto.params.KeyParameter;

/**
 * AES of the Java runtime, which has instructions of the processor for it, as a block cipher that
 * encrypts. Not thread-safe.
 */
final class RuntimeAes implements BlockCipher {
  private static final String NAME = "AES";
  private static final int BLOCK_BYTES = 16;

  private final Cipher cipher;

  RuntimeAes() {
    try {
      cipher = Cipher.getInstance("AES/ECB/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no AES", e);
    }
  }

  @Override
  public void init(boolean forEncryption, CipherParameters parameters) {
    if (!forEncryption || !(parameters instanceof KeyParameter key)) {
      throw new IllegalArgumentException("this cipher encrypts, with nothing but a key");
    }
    try {
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key.getKey(), NAME));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("not a key of AES", e);
    }
  }

  @Override
  public String getAlgorithmName() {
    return NAME;
  }

  @Override
  public int getBlockSize() {
    return BLOCK_BYTES;
  }

  @Override
  public int processBlock(byte[] in, int inOff, byte[] out, int outOff) {
    try {
      return cipher.update(in, inOff, BLOCK_BYTES, out, outOff);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void reset() {}
}
