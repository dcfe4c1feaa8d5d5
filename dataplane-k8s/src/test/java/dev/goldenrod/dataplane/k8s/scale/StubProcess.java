package dev.goldenrod.dataplane.k8s.scale;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** A process that consists of two streams only. */
final class StubProcess extends Process {
  private final InputStream output;
  private final OutputStream input;
  private final Closeable end;

  /**
   * @param end is called to end the process
   */
  StubProcess(InputStream output, OutputStream input, Closeable end) {
    this.output = output;
    this.input = input;
    this.end = end;
  }

  @Override
  public OutputStream getOutputStream() {
    return input;
  }

  @Override
  public InputStream getInputStream() {
    return output;
  }

  @Override
  public InputStream getErrorStream() {
    return InputStream.nullInputStream();
  }

  @Override
  public int waitFor() {
    return 0;
  }

  @Override
  public int exitValue() {
    return 0;
  }

  @Override
  public void destroy() {
    try {
      end.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
