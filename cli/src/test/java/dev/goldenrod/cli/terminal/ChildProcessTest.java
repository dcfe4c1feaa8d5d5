package dev.goldenrod.cli.terminal;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.InputStream;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

class ChildProcessTest {
  @Test
  void a_signal_after_the_programs_end_is_sent_to_no_process() {
    ChildProcess child = new ChildProcess(new ExitedProcess());

    assertThatCode(() -> child.signal("TERM")).doesNotThrowAnyException();
  }

  /** A process that has exited, and whose id may be that of another process by now. */
  private static final class ExitedProcess extends Process {
    @Override
    public long pid() {
      throw new AssertionError("used the id of a process that has exited");
    }

    @Override
    public int exitValue() {
      return 0;
    }

    @Override
    public int waitFor() {
      return 0;
    }

    @Override
    public void destroy() {}

    @Override
    public OutputStream getOutputStream() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream getInputStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public InputStream getErrorStream() {
      return InputStream.nullInputStream();
    }
  }
}
