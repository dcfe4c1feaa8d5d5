# The standalone jar on a Java runtime of 17 or newer:
#
#   ./goldenrod serve --version && docker build -t goldenrod:0.1.0 .
ARG JAVA=eclipse-temurin:17-jre
FROM ${JAVA}
COPY server/target/goldenrod.jar /opt/goldenrod/goldenrod.jar
USER 10001:10001
EXPOSE 7878
ENTRYPOINT ["java", "-XX:+UseSerialGC", "-Xms48m", "-XX:MinHeapFreeRatio=10", "-XX:MaxHeapFreeRatio=30", "-XX:+IgnoreUnrecognizedVMOptions", "-XX:TrimNativeHeapInterval=10000", "-XX:+ExitOnOutOfMemoryError", "-XX:MaxRAMPercentage=60", "-jar", "/opt/goldenrod/goldenrod.jar"]
# TLS is a proxy's in front; --tls-auto or --tls-cert in its place has the server speak it.
CMD ["serve", "--host", "0.0.0.0", "--allow-clear-text"]
