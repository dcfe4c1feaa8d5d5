package dev.goldenrod.engine.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageChecksumTest {
  private static final int PAGES = 4;

  @ParameterizedTest
  @CsvSource({"0, 29856", "3, 29855"})
  void it_is_what_page_checksum_of_the_extension_pageinspect_returns(int block, int checksum) {
    byte[] file = pages();

    PageChecksum.update(file, block);

    byte[] expected = pages();
    ByteBuffer.wrap(expected)
        .order(ByteOrder.nativeOrder())
        .putShort(block * PageChecksum.PAGE_BYTES + PageChecksum.AT, (short) checksum);
    assertThat(file).isEqualTo(expected);
  }

  private static byte[] pages() {
    byte[] file = new byte[PAGES * PageChecksum.PAGE_BYTES];
    for (int i = 0; i < file.length; i++) {
      file[i] = (byte) ((i % PageChecksum.PAGE_BYTES * 31 + 7) % 251);
    }
    return file;
  }
}
