package dev.goldenrod.server;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/** Drops the errors that the Kubernetes client's watches log when a stopping server ends them. */
public final class InterruptedWatchFilter extends Filter<ILoggingEvent> {
  private static final String WATCHES = "io.kubernetes.client.informer.";

  @Override
  public FilterReply decide(ILoggingEvent event) {
    IThrowableProxy cause = event.getThrowableProxy();
    return event.getLoggerName().startsWith(WATCHES)
            && cause != null
            && cause.getClassName().equals(InterruptedException.class.getName())
        ? FilterReply.DENY
        : FilterReply.NEUTRAL;
  }
}
