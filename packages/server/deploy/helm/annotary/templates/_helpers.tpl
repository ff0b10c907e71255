{{- define "annotary.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "annotary.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "annotary.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "annotary.image" -}}
{{- if .Values.image.digest }}{{ .Values.image.repository }}@{{ .Values.image.digest }}{{ else }}{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- /* A deployment of one role: `serve` has the API, `worker` runs jobs and webhooks. */ -}}
{{- define "annotary.deployment" -}}
{{- $values := index .root.Values .role -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "annotary.name" .root }}-{{ .role }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "annotary.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  replicas: {{ $values.replicas }}
  # Migrations may take as long as the startup probe allows.
  progressDeadlineSeconds: {{ add .root.Values.startupSeconds 60 }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "annotary.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "annotary.selector" . | nindent 8 }}
      {{- with .root.Values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "annotary.name" .root }}
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: {{ .root.Values.terminationGracePeriodSeconds }}
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile:
          type: RuntimeDefault
      {{- with .root.Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .root.Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "annotary.selector" . | nindent 14 }}
      containers:
        - name: annotary
          image: {{ include "annotary.image" .root | quote }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: ["serve"]
          env:
            {{- include "annotary.environment" . | nindent 12 }}
          ports:
            {{- if eq .role "serve" }}
            - name: http
              containerPort: 8080
            {{- end }}
            - name: operations
              containerPort: 9091
          startupProbe:
            httpGet: { path: /readyz, port: operations }
            periodSeconds: 5
            failureThreshold: {{ div .root.Values.startupSeconds 5 }}
          readinessProbe:
            httpGet: { path: /readyz, port: operations }
            periodSeconds: 5
            timeoutSeconds: 5
          livenessProbe:
            httpGet: { path: /healthz, port: operations }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: ["ALL"]
          volumeMounts:
            - name: secrets
              mountPath: /run/secrets/annotary
              readOnly: true
            - name: data
              mountPath: /data
            - name: temporary
              mountPath: /tmp
      volumes:
        - name: secrets
          secret:
            secretName: {{ .root.Values.secret.name }}
            defaultMode: 0440
        # Files are in the database or a bucket; the key of the first admin is written here.
        - name: data
          emptyDir: {}
        - name: temporary
          emptyDir: {}
{{- end }}

{{- define "annotary.environment" -}}
- name: ANNOTARY_ROLES
  value: {{ eq .role "serve" | ternary "api" "worker" }}
- name: ANNOTARY_HOST
  value: 0.0.0.0
- name: ANNOTARY_PUBLIC_URL
  value: {{ .root.Values.publicUrl | quote }}
- name: ANNOTARY_DATA_DIR
  value: /data
- name: ANNOTARY_DATABASE_URL_FILE
  value: /run/secrets/annotary/database-url
# Empty, because earlier images name a file of SQLite.
- name: ANNOTARY_DATABASE_URL
  value: ""
- name: ANNOTARY_SECRET_KEYS_FILE
  value: /run/secrets/annotary/signing-keys
{{- if hasKey .root.Values.settings "ANNOTARY_S3_ACCESS_KEY_ID" }}
- name: ANNOTARY_S3_SECRET_ACCESS_KEY_FILE
  value: /run/secrets/annotary/s3-secret-key
{{- end }}
{{- if .root.Values.metrics.token }}
- name: ANNOTARY_METRICS_TOKEN_FILE
  value: /run/secrets/annotary/metrics-token
{{- end }}
- name: ANNOTARY_METRICS_HOST
  value: 0.0.0.0
- name: ANNOTARY_METRICS_PORT
  value: "9091"
- name: ANNOTARY_LOG
  value: json
{{- range $name, $value := .root.Values.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}
