<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko" sourcelanguage="en">
<context>
    <name>ChipField</name>
    <message>
        <source>Instead of “{part}”</source>
        <translation>“{part}” 대신</translation>
    </message>
    <message>
        <source>“{text}” cannot stand here. {hint}</source>
        <translation>‘{text}’: 여기에 쓸 수 없는 말입니다. {hint}</translation>
    </message>
    <message>
        <source>Enter asks anew with it.</source>
        <translation>Enter를 누르면 이것으로 다시 묻습니다.</translation>
    </message>
</context>
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Balance Desk</source>
        <translation>Balance Desk 정보</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>버전 {version}</translation>
    </message>
    <message>
        <source>A desktop chat for people who work with data agents. Every number comes with its count, its interval and the query behind it.</source>
        <translation>데이터 에이전트와 일하는 사람을 위한 데스크톱 채팅입니다. 모든 수치에는 표본 수와 구간, 그 뒤의 쿼리가 함께 나옵니다.</translation>
    </message>
    <message>
        <source>Free software under the Apache License 2.0</source>
        <translation>Apache 라이선스 2.0에 따른 자유 소프트웨어</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Previous Pane</source>
        <translation>이전 영역</translation>
    </message>
    <message>
        <source>What the &amp;Data Holds</source>
        <translation>데이터 내용(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>파일(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;New Conversation</source>
        <translation>새 대화(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open Data File…</source>
        <translation>데이터 파일 열기(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Close Window</source>
        <translation>창 닫기(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>끝내기(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>편집(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>실행 취소(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>복사(&amp;C)</translation>
    </message>
    <message>
        <source>Pa&amp;ste</source>
        <translation>붙여넣기(&amp;S)</translation>
    </message>
    <message>
        <source>Select &amp;All</source>
        <translation>모두 선택(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>찾기(&amp;F)…</translation>
    </message>
    <message>
        <source>Find &amp;Next</source>
        <translation>다음 찾기(&amp;N)</translation>
    </message>
    <message>
        <source>Search E&amp;verything…</source>
        <translation>모두 검색(&amp;V)…</translation>
    </message>
    <message>
        <source>&amp;Edit Last Message</source>
        <translation>마지막 메시지 고치기(&amp;E)</translation>
    </message>
    <message>
        <source>Attach Fi&amp;les…</source>
        <translation>파일 첨부(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>설정(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>보기(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Sidebar</source>
        <translation>사이드바(&amp;S)</translation>
    </message>
    <message>
        <source>Stream Lo&amp;g…</source>
        <translation>스트림 로그(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>테마(&amp;T)</translation>
    </message>
    <message>
        <source>Same as the &amp;System</source>
        <translation>시스템과 같게(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>밝게(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>어둡게(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>언어(&amp;L)</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>확대(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>축소(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Reset Zoom</source>
        <translation>원래 크기(&amp;R)</translation>
    </message>
    <message>
        <source>F&amp;ull Screen</source>
        <translation>전체 화면(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Conversation</source>
        <translation>대화(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>이름 바꾸기(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>고정(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>삭제(&amp;D)</translation>
    </message>
    <message>
        <source>Detai&amp;ls…</source>
        <translation>자세히(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>중지(&amp;S)</translation>
    </message>
    <message>
        <source>Re&amp;try</source>
        <translation>다시 시도(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Jump to Latest</source>
        <translation>최신으로 이동(&amp;J)</translation>
    </message>
    <message>
        <source>&amp;Next Needing You</source>
        <translation>다음 답할 대화(&amp;N)</translation>
    </message>
    <message>
        <source>Conversation &amp;Above</source>
        <translation>위 대화(&amp;A)</translation>
    </message>
    <message>
        <source>Conversation &amp;Below</source>
        <translation>아래 대화(&amp;B)</translation>
    </message>
    <message>
        <source>Next Pan&amp;e</source>
        <translation>다음 영역(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>도움말(&amp;H)</translation>
    </message>
    <message>
        <source>Keyboard &amp;Shortcuts</source>
        <translation>단축키(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Report a Problem…</source>
        <translation>문제 알리기(&amp;R)…</translation>
    </message>
    <message>
        <source>Check for &amp;Updates…</source>
        <translation>업데이트 확인(&amp;U)…</translation>
    </message>
    <message>
        <source>&amp;About Balance Desk</source>
        <translation>Balance Desk 정보(&amp;A)</translation>
    </message>
    <message>
        <source>Inspe&amp;ctor</source>
        <translation>검사기(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Go to Conversation…</source>
        <translation>대화로 이동(&amp;G)…</translation>
    </message>
    <message>
        <source>All &amp;Commands…</source>
        <translation>모든 명령(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>내보내기(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>가져오기(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>인쇄(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Recent Data Files…</source>
        <translation>최근 데이터 파일(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Add an Agent…</source>
        <translation>에이전트 추가(&amp;A)…</translation>
    </message>
    <message>
        <source>Copy A&amp;ddress</source>
        <translation>주소 복사(&amp;D)</translation>
    </message>
    <message>
        <source>Ti&amp;me Travel</source>
        <translation>시간 여행(&amp;M)</translation>
    </message>
    <message>
        <source>Ste&amp;ps</source>
        <translation>단계(&amp;P)</translation>
    </message>
    <message>
        <source>Co&amp;mpare Results…</source>
        <translation>결과 비교(&amp;M)…</translation>
    </message>
    <message>
        <source>Memor&amp;y…</source>
        <translation>기억(&amp;Y)…</translation>
    </message>
    <message>
        <source>Open in New &amp;Window</source>
        <translation>새 창에서 열기(&amp;W)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>잘라내기(&amp;X)</translation>
    </message>
    <message>
        <source>Find P&amp;revious</source>
        <translation>이전 찾기(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Zoom</source>
        <translation>확대와 축소(&amp;Z)</translation>
    </message>
    <message>
        <source>Motio&amp;n</source>
        <translation>움직임(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Full</source>
        <translation>모두(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Reduced</source>
        <translation>줄임(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Tour in Three Steps</source>
        <translation>세 단계 둘러보기(&amp;T)</translation>
    </message>
    <message>
        <source>Ta&amp;gs…</source>
        <translation>태그(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;In the Archive</source>
        <translation>보관함에 넣기(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Board…</source>
        <translation>보드(&amp;B)…</translation>
    </message>
    <message>
        <source>Tas&amp;ks of the Agent…</source>
        <translation>에이전트의 작업(&amp;K)…</translation>
    </message>
</context>
<context>
    <name>AddAgentDialog</name>
    <message>
        <source>Add an agent</source>
        <translation>에이전트 추가</translation>
    </message>
    <message>
        <source>Address of the agent</source>
        <translation>에이전트 주소</translation>
    </message>
    <message>
        <source>Name here (optional)</source>
        <translation>여기서 쓸 이름(선택)</translation>
    </message>
    <message>
        <source>Read its card</source>
        <translation>카드 읽기</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Will be called {name} here</source>
        <translation>여기서는 {name}(이)라고 부릅니다</translation>
    </message>
    <message>
        <source>Changed since it was accepted</source>
        <translation>수락한 뒤 바뀐 내용</translation>
    </message>
    <message>
        <source>Its card can be read once you speak with it.</source>
        <translation>이 에이전트의 카드는 대화를 시작해야 읽을 수 있습니다.</translation>
    </message>
    <message>
        <source>It is added already, and has not changed.</source>
        <translation>이미 추가되어 있으며 바뀐 내용이 없습니다.</translation>
    </message>
    <message>
        <source>Reading the card…</source>
        <translation>카드를 읽는 중…</translation>
    </message>
    <message>
        <source>Accept the changed card</source>
        <translation>바뀐 카드 수락</translation>
    </message>
    <message>
        <source>Add this agent</source>
        <translation>이 에이전트 추가</translation>
    </message>
    <message>
        <source>Offered by {name}</source>
        <translation>제공: {name}</translation>
    </message>
    <message>
        <source>What it can do</source>
        <translation>할 수 있는 일</translation>
    </message>
    <message>
        <source>Takes and gives</source>
        <translation>입력과 출력 형식</translation>
    </message>
    <message>
        <source>Where it is reached</source>
        <translation>연결 주소</translation>
    </message>
    <message>
        <source>Security</source>
        <translation>보안</translation>
    </message>
    <message>
        <source>It lets everybody in.</source>
        <translation>누구나 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>It is signed by {name}; the signature was checked and is good.</source>
        <translation>{name}의 서명이 있으며, 확인한 결과 올바릅니다.</translation>
    </message>
    <message>
        <source>It is signed by {name}, but the signature does not match.</source>
        <translation>{name}의 서명이 있지만 내용과 맞지 않습니다.</translation>
    </message>
    <message>
        <source>It is signed by {name}, with a key that you do not know yet.</source>
        <translation>{name}의 서명이 있지만, 아직 알지 못하는 키입니다.</translation>
    </message>
    <message>
        <source>Card of the agent</source>
        <translation>에이전트 카드</translation>
    </message>
    <message>
        <source>It is not signed.</source>
        <translation>서명되어 있지 않습니다.</translation>
    </message>
    <message>
        <source>Known addresses</source>
        <translation>알려진 주소</translation>
    </message>
    <message>
        <source>What it says of itself stands here, before you add it.</source>
        <translation>추가하기 전에 에이전트가 자신에 대해 밝힌 내용이 여기에 나옵니다.</translation>
    </message>
</context>
<context>
    <name>AgentPicker</name>
    <message>
        <source>Agent: {name}</source>
        <translation>에이전트: {name}</translation>
    </message>
    <message>
        <source>Who answers in this conversation</source>
        <translation>이 대화에서 답하는 에이전트</translation>
    </message>
</context>
<context>
    <name>Agents</name>
    <message>
        <source>Sample data (simulated)</source>
        <translation>예제 데이터(시뮬레이션)</translation>
    </message>
    <message>
        <source>Log files</source>
        <translation>로그 파일</translation>
    </message>
    <message>
        <source>Orchestrator</source>
        <translation>오케스트레이터</translation>
    </message>
    <message>
        <source>Echo</source>
        <translation>에코</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>대화</translation>
    </message>
    <message>
        <source>Recording {name}</source>
        <translation>녹화 {name}</translation>
    </message>
</context>
<context>
    <name>AskDialog</name>
    <message>
        <source>Send</source>
        <translation>보내기</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>This is all.</source>
        <translation>끝입니다.</translation>
    </message>
    <message>
        <source>The parameters are no JSON: {why}</source>
        <translation>매개변수가 JSON이 아닙니다: {why}</translation>
    </message>
    <message>
        <source>The parameters are no JSON object.</source>
        <translation>매개변수가 JSON 객체가 아닙니다.</translation>
    </message>
    <message>
        <source>A header is written as Name: value, one on each line.</source>
        <translation>헤더는 한 줄에 하나씩 이름: 값 형식으로 씁니다.</translation>
    </message>
    <message>
        <source>Ask the agent</source>
        <translation>에이전트에 요청</translation>
    </message>
    <message>
        <source>Parameters as JSON</source>
        <translation>매개변수(JSON)</translation>
    </message>
    <message>
        <source>Headers, one on each line</source>
        <translation>헤더, 한 줄에 하나씩</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>응답</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>작업 이름</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message>
        <source>Needs you: {title}</source>
        <translation>확인이 필요합니다: {title}</translation>
    </message>
</context>
<context>
    <name>BalanceGUI</name>
    <message>
        <source>New conversation</source>
        <translation>새 대화</translation>
    </message>
</context>
<context>
    <name>CardPanel</name>
    <message>
        <source>What it can do</source>
        <translation>할 수 있는 일</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>버전 {version}</translation>
    </message>
    <message>
        <source>Other agents</source>
        <translation>다른 에이전트</translation>
    </message>
    <message>
        <source>Add an agent…</source>
        <translation>에이전트 추가…</translation>
    </message>
    <message>
        <source>Look at the changed card…</source>
        <translation>바뀐 카드 보기…</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>로그인…</translation>
    </message>
    <message>
        <source>Card of the agent</source>
        <translation>에이전트 카드</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>로그아웃</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>Columns {first} to {last} of {all}</source>
        <translation>{all}개 열 가운데 {first}~{last}번째 열</translation>
    </message>
    <message>
        <source>What is cut on paper is whole where it is saved as HTML or Markdown.</source>
        <translation>종이에서 잘린 것은 HTML이나 Markdown으로 저장하면 전체가 있습니다.</translation>
    </message>
    <message>
        <source>Take off the board of all</source>
        <translation>모든 대화의 보드에서 떼기</translation>
    </message>
    <message>
        <source>Pin for all conversations</source>
        <translation>모든 대화용으로 고정</translation>
    </message>
    <message>
        <source>What is in this data?</source>
        <translation>이 데이터에 뭐가 있어?</translation>
    </message>
    <message>
        <source>Save this answer as a &amp;page…</source>
        <translation>이 답을 페이지로 저장(&amp;P)…</translation>
    </message>
    <message>
        <source>{share} empty</source>
        <translation>{share} 비어 있음</translation>
    </message>
    <message>
        <source>{count} more</source>
        <translation>그 밖에 {count}개</translation>
    </message>
    <message>
        <source>All {count} columns</source>
        <translation>모든 열 {count}개</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>표</translation>
    </message>
    <message>
        <source>All {count} tables</source>
        <translation>모든 표 {count}개</translation>
    </message>
    <message>
        <source>What is in the table “{table}”?</source>
        <translation>“{table}” 표에는 무엇이 있나요?</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>지표</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>First columns only</source>
        <translation>앞의 열만</translation>
    </message>
    <message numerus="yes">
        <source>{count} columns</source>
        <translation>
            <numerusform>열 {count}개</numerusform>
        </translation>
    </message>
    <message>
        <source>Try one of these</source>
        <translation>이렇게 물어보세요</translation>
    </message>
    <message>
        <source>On reading it</source>
        <translation>읽으면서</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>처음 몇 행</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>추가</translation>
    </message>
    <message>
        <source>“{value}” instead of “{part}”</source>
        <translation>“{part}” 대신 “{value}”</translation>
    </message>
    <message>
        <source>A number, {span}</source>
        <translation>숫자, {span}</translation>
    </message>
    <message>
        <source>A day, a month, a year or a period</source>
        <translation>날짜, 달, 해 또는 기간</translation>
    </message>
    <message>
        <source>Without “{part}”</source>
        <translation>“{part}” 빼고</translation>
    </message>
    <message>
        <source>Not answered</source>
        <translation>답하지 못함</translation>
    </message>
    <message>
        <source>Save as SVG</source>
        <translation>SVG로 저장</translation>
    </message>
    <message>
        <source>Save as PNG</source>
        <translation>PNG로 저장</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>그림 복사</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>선</translation>
    </message>
    <message>
        <source>Dots</source>
        <translation>점</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>히트맵</translation>
    </message>
    <message>
        <source>Swap axes</source>
        <translation>축 바꾸기</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>막대</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>복사됨</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>모두 보기</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>접기</translation>
    </message>
    <message>
        <source>First rows only</source>
        <translation>앞의 행만</translation>
    </message>
    <message>
        <source>All {count} rows</source>
        <translation>모든 행 {count}개</translation>
    </message>
    <message>
        <source>Fewer findings</source>
        <translation>결과 접기</translation>
    </message>
    <message numerus="yes">
        <source>{count} more findings</source>
        <translation>
            <numerusform>결과 {count}개 더 보기</numerusform>
        </translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>This chart uses “{what}”, which cannot be drawn here. The table has its data.</source>
        <translation>이 차트에 쓰인 “{what}”은(는) 여기서 그릴 수 없습니다. 데이터는 표에 있습니다.</translation>
    </message>
    <message>
        <source>How was this computed</source>
        <translation>계산 방법</translation>
    </message>
    <message>
        <source>Understood as</source>
        <translation>이렇게 이해했습니다</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>주의</translation>
    </message>
    <message>
        <source>Query, exactly as it ran</source>
        <translation>실행된 그대로의 쿼리</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>데이터</translation>
    </message>
    <message numerus="yes">
        <source>{count} rows</source>
        <translation>
            <numerusform>{count}행</numerusform>
        </translation>
    </message>
    <message>
        <source>Simulated data, made to try things out</source>
        <translation>시험 삼아 써 보도록 시뮬레이션으로 만든 데이터</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>링크 열기</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>다른 이름으로 저장…</translation>
    </message>
    <message>
        <source>Unnamed file</source>
        <translation>이름 없는 파일</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>참고</translation>
    </message>
    <message>
        <source>small sample</source>
        <translation>표본이 작음</translation>
    </message>
    <message>
        <source>Save as CSV</source>
        <translation>CSV로 저장</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>표 복사</translation>
    </message>
    <message numerus="yes">
        <source>{shown} of {all} rows</source>
        <translation>
            <numerusform>전체 {all}행 중 {shown}행</numerusform>
        </translation>
    </message>
    <message>
        <source>The chart shows:</source>
        <translation>차트의 값:</translation>
    </message>
    <message>
        <source>The table has:</source>
        <translation>표의 값:</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>복사(&amp;C)</translation>
    </message>
    <message>
        <source>Copy message as &amp;Markdown</source>
        <translation>메시지를 Markdown으로 복사(&amp;M)</translation>
    </message>
    <message>
        <source>Copy &amp;link</source>
        <translation>링크 복사(&amp;L)</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>모두 선택(&amp;A)</translation>
    </message>
    <message>
        <source>You</source>
        <translation>나</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>작업 중</translation>
    </message>
    <message>
        <source>Needs your answer</source>
        <translation>답변 필요</translation>
    </message>
    <message>
        <source>Needs sign-in</source>
        <translation>로그인 필요</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>중지됨</translation>
    </message>
    <message>
        <source>Declined</source>
        <translation>거절됨</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>보냄</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>답변됨</translation>
    </message>
    <message>
        <source>Connection lost</source>
        <translation>연결 끊김</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Go to the answer</source>
        <translation>답변으로 이동</translation>
    </message>
    <message>
        <source>Found again after the connection was lost</source>
        <translation>연결이 끊긴 뒤 다시 찾았습니다</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>다시 시도</translation>
    </message>
    <message>
        <source>The agent gave no reason.</source>
        <translation>에이전트가 이유를 밝히지 않았습니다.</translation>
    </message>
    <message>
        <source>The agent cannot be reached. Check that it is running, then try again.</source>
        <translation>에이전트에 연결할 수 없습니다. 실행 중인지 확인하고 다시 시도하세요.</translation>
    </message>
    <message>
        <source>The agent refused the request.</source>
        <translation>에이전트가 요청을 거부했습니다.</translation>
    </message>
    <message>
        <source>It is not known whether the agent received this message. Trying again may make it do the work twice.</source>
        <translation>에이전트가 이 메시지를 받았는지 알 수 없습니다. 다시 시도하면 같은 작업을 두 번 할 수 있습니다.</translation>
    </message>
    <message>
        <source>The agent no longer knows this task.</source>
        <translation>에이전트가 이 작업을 더 이상 알지 못합니다.</translation>
    </message>
    <message>
        <source>The program that made this answer ended before it was complete.</source>
        <translation>답변이 완성되기 전에 답변을 만들던 프로그램이 종료되었습니다.</translation>
    </message>
    <message>
        <source>You stopped this answer.</source>
        <translation>이 답변을 중지하셨습니다.</translation>
    </message>
    <message>
        <source>This answer was stopped.</source>
        <translation>이 답변은 중지되었습니다.</translation>
    </message>
    <message>
        <source>This was still being answered when the copy was made.</source>
        <translation>복사할 때 아직 답하는 중이었습니다.</translation>
    </message>
    <message>
        <source>Balance Desk was closed while this was being answered.</source>
        <translation>답하는 도중에 Balance Desk가 닫혔습니다.</translation>
    </message>
    <message>
        <source>This took longer than the command that asked was to wait.</source>
        <translation>질문한 명령이 기다릴 시간보다 오래 걸렸습니다.</translation>
    </message>
    <message>
        <source>Something went wrong inside Balance Desk. What was said is kept.</source>
        <translation>Balance Desk 안에서 문제가 생겼습니다. 지금까지의 내용은 남아 있습니다.</translation>
    </message>
    <message>
        <source>The answer could not be saved. Check the free space of the disk.</source>
        <translation>답변을 저장하지 못했습니다. 디스크의 남은 공간을 확인하세요.</translation>
    </message>
    <message>
        <source>95% interval: {interval}</source>
        <translation>95% 구간: {interval}</translation>
    </message>
    <message>
        <source>&amp;Inspect this message</source>
        <translation>이 메시지 검사(&amp;I)</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>로그인…</translation>
    </message>
    <message>
        <source>The agent asks you to sign in before it goes on.</source>
        <translation>에이전트가 계속하려면 로그인이 필요합니다.</translation>
    </message>
    <message>
        <source>I have signed in.</source>
        <translation>로그인했습니다.</translation>
    </message>
    <message>
        <source>&amp;Edit and send again</source>
        <translation>고쳐서 다시 보내기(&amp;E)</translation>
    </message>
    <message>
        <source>Ask about this</source>
        <translation>이 결과에 대해 묻기</translation>
    </message>
    <message>
        <source>About an earlier answer</source>
        <translation>이전 답변에 대한 질문</translation>
    </message>
    <message>
        <source>Copy message as plain &amp;text</source>
        <translation>메시지를 일반 텍스트로 복사(&amp;T)</translation>
    </message>
    <message>
        <source>Copy table as &amp;CSV</source>
        <translation>표를 CSV로 복사(&amp;C)</translation>
    </message>
    <message>
        <source>{title} (branch)</source>
        <translation>{title} (갈래)</translation>
    </message>
    <message>
        <source>&amp;Branch from here</source>
        <translation>여기서 갈래 만들기(&amp;B)</translation>
    </message>
    <message>
        <source>{minutes} min {seconds} s</source>
        <translation>{minutes}분 {seconds}초</translation>
    </message>
    <message>
        <source>min:s</source>
        <translation>분:초</translation>
    </message>
    <message>
        <source>h:min:s</source>
        <translation>시:분:초</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds}초</translation>
    </message>
    <message>
        <source>First heard of after {first}, ended after {end}</source>
        <translation>첫 응답 {first} 뒤, 완료 {end} 뒤</translation>
    </message>
    <message>
        <source>Copy &amp;address of the message</source>
        <translation>메시지 주소 복사(&amp;A)</translation>
    </message>
    <message>
        <source>Co&amp;mpare with another result…</source>
        <translation>다른 결과와 비교(&amp;M)…</translation>
    </message>
    <message>
        <source>Save as Excel</source>
        <translation>Excel로 저장</translation>
    </message>
    <message>
        <source>This picture is damaged.</source>
        <translation>이 그림은 손상되었습니다.</translation>
    </message>
    <message>
        <source>MMM yyyy</source>
        <translation>yyyy년 M월</translation>
    </message>
    <message>
        <source>all different</source>
        <translation>모두 다름</translation>
    </message>
    <message>
        <source>{count} different</source>
        <translation>{count}가지</translation>
    </message>
    <message>
        <source>Q{quarter} {year}</source>
        <translation>{year}년 {quarter}분기</translation>
    </message>
    <message>
        <source>MMM d, yyyy</source>
        <translation>yyyy년 M월 d일</translation>
    </message>
    <message>
        <source>MMM d</source>
        <translation>M월 d일</translation>
    </message>
    <message>
        <source>Instead of an earlier message</source>
        <translation>이전 메시지를 대신함</translation>
    </message>
    <message>
        <source>Go to the newer one</source>
        <translation>새 메시지로 이동</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>대체됨</translation>
    </message>
    <message>
        <source>Correct “{column}”</source>
        <translation>“{column}” 고치기</translation>
    </message>
    <message>
        <source>Edit and run…</source>
        <translation>고쳐서 실행…</translation>
    </message>
    <message>
        <source>Pin to the board</source>
        <translation>보드에 고정</translation>
    </message>
    <message>
        <source>Take off the board</source>
        <translation>보드에서 떼기</translation>
    </message>
    <message>
        <source>Only “{value}”</source>
        <translation>“{value}”만</translation>
    </message>
    <message>
        <source>&amp;Only</source>
        <translation>다음만(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Group by</source>
        <translation>나누어 보기(&amp;G)</translation>
    </message>
    <message>
        <source>Group by “{value}”</source>
        <translation>“{value}”별로</translation>
    </message>
    <message>
        <source>&amp;Figure</source>
        <translation>지표(&amp;F)</translation>
    </message>
    <message>
        <source>Figure: “{value}”</source>
        <translation>지표: “{value}”</translation>
    </message>
    <message>
        <source>In your own &amp;words…</source>
        <translation>직접 쓰기(&amp;W)…</translation>
    </message>
    <message>
        <source>Edit the query…</source>
        <translation>쿼리 고치기…</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>What the data holds</source>
        <translation>데이터 내용</translation>
    </message>
    <message>
        <source>Show or hide the sidebar</source>
        <translation>사이드바 보이기/숨기기</translation>
    </message>
</context>
<context>
    <name>ChatView</name>
    <message>
        <source>Conversation</source>
        <translation>대화</translation>
    </message>
</context>
<context>
    <name>ClearButton</name>
    <message>
        <source>Empty this line</source>
        <translation>입력한 내용 지우기</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>intervals overlap</source>
        <translation>신뢰구간이 겹침</translation>
    </message>
    <message>
        <source>intervals apart</source>
        <translation>신뢰구간이 안 겹침</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>변화</translation>
    </message>
    <message>
        <source>{column}, difference</source>
        <translation>{column}, 차이</translation>
    </message>
    <message>
        <source>{sign}{points} pp</source>
        <translation>{sign}{points} %p</translation>
    </message>
    <message>
        <source>same</source>
        <translation>같음</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>다름</translation>
    </message>
    <message>
        <source>only in the first</source>
        <translation>첫째에만 있음</translation>
    </message>
    <message>
        <source>only in the second</source>
        <translation>둘째에만 있음</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>비교하지 않음</translation>
    </message>
    <message>
        <source>Compare “{question}” with…</source>
        <translation>“{question}” 비교 대상</translation>
    </message>
    <message>
        <source>Type a few letters of it</source>
        <translation>몇 글자를 입력하십시오</translation>
    </message>
    <message>
        <source>First result</source>
        <translation>첫째 결과</translation>
    </message>
    <message>
        <source>Second result</source>
        <translation>둘째 결과</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>질문</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>에이전트</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>걸린 시간</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>행 수</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>출처</translation>
    </message>
    <message>
        <source>To compare, there must be two answers with a table.</source>
        <translation>비교하려면 표가 있는 답변이 두 개 있어야 합니다.</translation>
    </message>
</context>
<context>
    <name>CompareWindow</name>
    <message>
        <source>Rows the same: {same}; different: {changed}; in one only: {first} and {second}.</source>
        <translation>같은 행 {same}개, 다른 행 {changed}개, 한쪽에만 있는 행 {first}개와 {second}개입니다.</translation>
    </message>
    <message>
        <source>Only in the first: {names}.</source>
        <translation>첫째에만 있음: {names}.</translation>
    </message>
    <message>
        <source>Only in the second: {names}.</source>
        <translation>둘째에만 있음: {names}.</translation>
    </message>
    <message>
        <source>The results tell different figures: they stand beside each other, and are not compared.</source>
        <translation>두 결과의 수치가 서로 다른 것이어서 비교하지 않고 나란히 보여 드립니다.</translation>
    </message>
    <message>
        <source>no groups</source>
        <translation>묶지 않음</translation>
    </message>
    <message>
        <source>The results are grouped differently, the first by {first}, the second by {second}: they stand beside each other, and no row is paired with one of the other.</source>
        <translation>두 결과는 묶은 기준이 다릅니다(첫째: {first}, 둘째: {second}). 행을 서로 짝짓지 않고 나란히 보여 드립니다.</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>복사했습니다.</translation>
    </message>
    <message>
        <source>Compare two results</source>
        <translation>두 결과 비교</translation>
    </message>
    <message>
        <source>Only &amp;differences</source>
        <translation>차이만 보기(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>복사(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the comparison</source>
        <translation>비교 복사</translation>
    </message>
    <message>
        <source>Copy as &amp;Markdown</source>
        <translation>Markdown으로 복사(&amp;M)</translation>
    </message>
    <message>
        <source>Both results, cell by cell</source>
        <translation>두 결과를 칸별로 비교한 표</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Message</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>Ask about your data</source>
        <translation>데이터에 대해 물어보세요</translation>
    </message>
</context>
<context>
    <name>ComposerBar</name>
    <message>
        <source>Asks the table “{name}”</source>
        <translation>“{name}” 표에 묻습니다</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>보내기</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>중지</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>답변 중지</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter breaks the line</source>
        <translation>Enter로 보내고 Shift+Enter로 줄을 바꿉니다</translation>
    </message>
    <message>
        <source>Ctrl+Enter sends, Enter breaks the line</source>
        <translation>Ctrl+Enter로 보내고 Enter로 줄을 바꿉니다</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>파일 첨부</translation>
    </message>
</context>
<context>
    <name>ConversationDetails</name>
    <message>
        <source>Details of the conversation</source>
        <translation>대화 자세히</translation>
    </message>
    <message>
        <source>Answers of each agent</source>
        <translation>에이전트별 답변</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>Conversations</source>
        <translation>대화 목록</translation>
    </message>
</context>
<context>
    <name>ConversationModel</name>
    <message>
        <source>pinned</source>
        <translation>고정됨</translation>
    </message>
    <message>
        <source>Needs your answer</source>
        <translation>답변 필요</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>작업 중…</translation>
    </message>
    <message>
        <source>New answer</source>
        <translation>새 답변</translation>
    </message>
    <message>
        <source>Draft: {text}</source>
        <translation>초안: {text}</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>새 대화</translation>
    </message>
</context>
<context>
    <name>CrashReport</name>
    <message>
        <source>Report of what went wrong</source>
        <translation>문제 보고서</translation>
    </message>
    <message>
        <source>This is all that the report holds. It is sent to nobody: copy it if you want to pass it on. Read it first, for it may name files of yours.</source>
        <translation>보고서의 내용은 이것이 전부입니다. 어디에도 보내지 않으며, 전달하려면 직접 복사하십시오. 파일 이름이 들어 있을 수 있으니 먼저 읽어 보십시오.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
</context>
<context>
    <name>Details</name>
    <message>
        <source>Messages of yours: {count}</source>
        <translation>내가 보낸 메시지: {count}</translation>
    </message>
    <message>
        <source>Begun: {when}</source>
        <translation>시작: {when}</translation>
    </message>
    <message>
        <source>Last said: {when}</source>
        <translation>마지막 말: {when}</translation>
    </message>
    <message>
        <source>No agent here tells what its answers take in tokens.</source>
        <translation>답변에 쓴 토큰을 알려 준 에이전트가 없습니다.</translation>
    </message>
    <message>
        <source>Answers: {count}, done: {done}</source>
        <translation>답변 {count}, 완료 {done}</translation>
    </message>
    <message>
        <source>half of them within {time}</source>
        <translation>절반은 {time} 안에</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>Drawing (*.svg)</source>
        <translation>벡터 그림 (*.svg)</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>그림 (*.png)</translation>
    </message>
    <message>
        <source>Open Data File</source>
        <translation>데이터 파일 열기</translation>
    </message>
    <message>
        <source>Tables and logs</source>
        <translation>표와 로그</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>모든 파일 (*)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>CSV table (*.csv)</source>
        <translation>CSV 표 (*.csv)</translation>
    </message>
    <message>
        <source>Attach Files</source>
        <translation>파일 첨부</translation>
    </message>
    <message>
        <source>Export Conversation</source>
        <translation>대화 내보내기</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>마크다운 (*.md)</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>웹 페이지 (*.html)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Everything, to be imported again (*.json)</source>
        <translation>전체 내용, 다시 가져올 수 있음 (*.json)</translation>
    </message>
    <message>
        <source>Import Conversation</source>
        <translation>대화 가져오기</translation>
    </message>
    <message>
        <source>Exported conversations (*.json)</source>
        <translation>내보낸 대화 (*.json)</translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation>파일 이름(&amp;N):</translation>
    </message>
    <message>
        <source>&amp;Look in:</source>
        <translation>찾는 위치(&amp;L):</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>파일 형식(&amp;T):</translation>
    </message>
    <message>
        <source>Excel workbook (*.xlsx)</source>
        <translation>Excel 통합 문서 (*.xlsx)</translation>
    </message>
</context>
<context>
    <name>DropTarget</name>
    <message>
        <source>Drop to attach the files</source>
        <translation>파일을 놓으면 첨부됩니다</translation>
    </message>
    <message>
        <source>Drop the table to open it</source>
        <translation>표를 놓으면 열립니다</translation>
    </message>
    <message>
        <source>Drop the tables to open them</source>
        <translation>표들을 놓으면 함께 열립니다</translation>
    </message>
</context>
<context>
    <name>Enclosed</name>
    <message>
        <source>Take out</source>
        <translation>빼기</translation>
    </message>
    <message>
        <source>About: {result}</source>
        <translation>대상: {result}</translation>
    </message>
    <message>
        <source>Instead of: {message}</source>
        <translation>대신함: {message}</translation>
    </message>
    <message>
        <source>Send as a message of its own</source>
        <translation>별도의 메시지로 보내기</translation>
    </message>
    <message>
        <source>Pasted ({lines}): {text}</source>
        <translation>붙여 넣음({lines}): {text}</translation>
    </message>
    <message numerus="yes">
        <source>{count} lines</source>
        <translation>
            <numerusform>{count}줄</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>There is nothing to send.</source>
        <translation>보낼 내용이 없습니다.</translation>
    </message>
    <message>
        <source>This message is too large: it has {size}, and at most {limit} can be sent. Shorten it, or open long data as a file.</source>
        <translation>메시지가 너무 큽니다. 크기는 {size}이고 최대 {limit}까지 보낼 수 있습니다. 줄이거나, 긴 데이터는 파일로 여세요.</translation>
    </message>
    <message>
        <source>{file} is too large to be sent: it has {size}, and at most {limit} can be. Open it as a table or a log instead, or send a smaller file.</source>
        <translation>{file} 파일이 너무 커서 보낼 수 없습니다. 크기는 {size}이고 최대 {limit}까지 보낼 수 있습니다. 대신 표나 로그로 열거나, 더 작은 파일을 보내세요.</translation>
    </message>
    <message>
        <source>This conversation does not exist any more.</source>
        <translation>이 대화는 더 이상 없습니다.</translation>
    </message>
    <message>
        <source>A conversation needs a title.</source>
        <translation>대화에는 제목이 있어야 합니다.</translation>
    </message>
    <message>
        <source>Your conversations are still being opened. Your text is kept.</source>
        <translation>대화를 아직 여는 중입니다. 쓰신 글은 그대로 남아 있습니다.</translation>
    </message>
    <message>
        <source>The agent does not answer. Try again in a moment.</source>
        <translation>에이전트가 응답하지 않습니다. 잠시 후 다시 시도하세요.</translation>
    </message>
    <message>
        <source>{path} could not be saved: {cause}.</source>
        <translation>{path} 파일을 저장하지 못했습니다: {cause}.</translation>
    </message>
    <message>
        <source>There is no such file. Check the name and the folder.</source>
        <translation>그런 파일이 없습니다. 이름과 폴더를 확인하세요.</translation>
    </message>
    <message>
        <source>The file cannot be read: {cause}.</source>
        <translation>파일을 읽을 수 없습니다: {cause}.</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>파일이 비어 있습니다.</translation>
    </message>
    <message>
        <source>The file is too large for this computer. Free some room, or give a smaller file.</source>
        <translation>파일이 이 컴퓨터에서 열기에는 너무 큽니다. 공간을 비우거나 더 작은 파일을 여십시오.</translation>
    </message>
    <message>
        <source>The file changed while it was read. Try again when nothing writes to it.</source>
        <translation>읽는 동안 파일이 바뀌었습니다. 파일을 쓰는 프로그램이 없을 때 다시 시도하십시오.</translation>
    </message>
    <message>
        <source>The reading of the table was stopped.</source>
        <translation>표 읽기를 중지했습니다.</translation>
    </message>
    <message>
        <source>The table has column names but no rows.</source>
        <translation>표에 열 이름만 있고 행이 없습니다.</translation>
    </message>
    <message>
        <source>The database could not be read or written. Check that there is room on the disk.</source>
        <translation>데이터베이스를 읽거나 쓰지 못했습니다. 디스크에 공간이 있는지 확인하세요.</translation>
    </message>
    <message>
        <source>Your settings could not be saved to {path}. They hold until you close the window.</source>
        <translation>설정을 {path}에 저장하지 못했습니다. 창을 닫을 때까지만 적용됩니다.</translation>
    </message>
    <message>
        <source>The settings file {path} cannot be read.</source>
        <translation>설정 파일 {path} 파일을 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>This folder holds no replays. Choose a table or a folder of replays.</source>
        <translation>이 폴더에는 리플레이가 없습니다. 표 파일이나 리플레이가 든 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>It is not a table. Choose a CSV, Excel, OpenDocument, Parquet or JSON file, or an SQLite or DuckDB database, with column names.</source>
        <translation>표가 아닙니다. 열 이름이 있는 CSV, Excel, OpenDocument, Parquet, JSON 파일이나 SQLite, DuckDB 데이터베이스를 고르세요.</translation>
    </message>
    <message>
        <source>The database holds several tables: {tables}.</source>
        <translation>데이터베이스에 표가 여러 개 있습니다: {tables}.</translation>
    </message>
    <message>
        <source>Reading replays needs the package sc2reader: install Balance Desk with the extra “replays”.</source>
        <translation>리플레이를 읽으려면 sc2reader 패키지가 필요합니다. “replays” 추가 구성으로 Balance Desk를 설치하세요.</translation>
    </message>
    <message>
        <source>No game with a result could be read from the replays.</source>
        <translation>리플레이에서 결과가 있는 경기를 읽지 못했습니다.</translation>
    </message>
    <message>
        <source>The database cannot be opened. Check the rights of its folder and the room on the disk.</source>
        <translation>데이터베이스를 열 수 없습니다. 폴더 권한과 디스크 공간을 확인하세요.</translation>
    </message>
    <message>
        <source>This text has characters that cannot be stored. Remove them, try again.</source>
        <translation>저장할 수 없는 문자가 들어 있습니다. 지우고 다시 시도하세요.</translation>
    </message>
    <message>
        <source>This profile was written by a newer Balance Desk. Update this one, or choose another profile with --profile.</source>
        <translation>이 프로필은 더 새로운 Balance Desk가 만든 것입니다. 프로그램을 업데이트하거나 --profile로 다른 프로필을 고르세요.</translation>
    </message>
    <message>
        <source>The database of this profile belongs to another program. Choose another profile with --profile.</source>
        <translation>이 프로필의 데이터베이스는 다른 프로그램의 것입니다. --profile로 다른 프로필을 고르세요.</translation>
    </message>
    <message>
        <source>The conversation of this answer was removed meanwhile.</source>
        <translation>이 답변의 대화가 그사이 삭제되었습니다.</translation>
    </message>
    <message>
        <source>This is no address of an agent: http://…, https://…, grpc://host:port or kafka://host:port/name is wanted.</source>
        <translation>에이전트 주소가 아닙니다. http://…, https://…, grpc://호스트:포트 또는 kafka://호스트:포트/이름 형식으로 적어 주세요.</translation>
    </message>
    <message>
        <source>An address must not hold a password: it would be kept in a file.</source>
        <translation>주소에 비밀번호를 넣을 수 없습니다. 파일에 저장되기 때문입니다.</translation>
    </message>
    <message>
        <source>An agent cannot have this name here. Choose one with small letters, digits, &apos;.&apos;, &apos;_&apos; and &apos;-&apos;.</source>
        <translation>이 이름은 쓸 수 없습니다. 영문 소문자, 숫자, &apos;.&apos;, &apos;_&apos;, &apos;-&apos;로 된 이름을 골라 주세요.</translation>
    </message>
    <message>
        <source>Another agent has this name already. Choose another name for this one.</source>
        <translation>같은 이름의 에이전트가 이미 있습니다. 다른 이름을 골라 주세요.</translation>
    </message>
    <message>
        <source>There is no agent at this address. Check the address.</source>
        <translation>이 주소에는 에이전트가 없습니다. 주소를 확인해 주세요.</translation>
    </message>
    <message>
        <source>What answers there has no usable agent card.</source>
        <translation>응답은 있지만 쓸 수 있는 에이전트 카드가 없습니다.</translation>
    </message>
    <message>
        <source>The agent was asked for one task, and told another.</source>
        <translation>에이전트에 물은 작업이 아니라 다른 작업을 답했습니다.</translation>
    </message>
    <message>
        <source>The agent compresses its answer although it was asked not to: it is not read.</source>
        <translation>압축하지 말라고 했는데도 에이전트가 답을 압축해 보내 읽지 않았습니다.</translation>
    </message>
    <message>
        <source>The agent shows its card only to those who are signed in with it.</source>
        <translation>이 에이전트는 로그인한 사람에게만 카드를 보여 줍니다.</translation>
    </message>
    <message>
        <source>The agent sends its callers to another address. Add it again by the address it has now.</source>
        <translation>에이전트가 다른 주소로 보냅니다. 지금의 주소로 다시 추가해 주세요.</translation>
    </message>
    <message>
        <source>The agent has too much to do for the moment. Try again later.</source>
        <translation>에이전트가 지금 너무 바쁩니다. 나중에 다시 해 주세요.</translation>
    </message>
    <message>
        <source>The agent sent more and more without an end. It is left alone now.</source>
        <translation>에이전트가 끝없이 계속 보냈습니다. 이제 더 듣지 않습니다.</translation>
    </message>
    <message>
        <source>The card of {agent} has changed since you accepted it. Look at it before you go on.</source>
        <translation>수락한 뒤에 {agent}의 카드가 바뀌었습니다. 계속하기 전에 확인해 주세요.</translation>
    </message>
    <message>
        <source>“{name}” could not be opened. {why}</source>
        <translation>“{name}” 파일을 열지 못했습니다. {why}</translation>
    </message>
    <message>
        <source>The agent lets in only those who have signed in with it.</source>
        <translation>이 에이전트는 로그인한 사람만 사용할 수 있습니다.</translation>
    </message>
    <message>
        <source>Signing in did not succeed. Try it again.</source>
        <translation>로그인하지 못했습니다. 다시 시도하십시오.</translation>
    </message>
    <message>
        <source>The agent asks for a way to sign in that this program does not have.</source>
        <translation>에이전트가 요구하는 로그인 방식을 이 프로그램은 지원하지 않습니다.</translation>
    </message>
    <message>
        <source>Nothing secret is sent there: it is reached without encryption (TLS).</source>
        <translation>암호화(TLS)되지 않은 주소이므로 비밀 정보를 보내지 않습니다.</translation>
    </message>
    <message>
        <source>Something is missing. Fill in every field.</source>
        <translation>빠진 항목이 있습니다. 모든 칸을 채우십시오.</translation>
    </message>
    <message>
        <source>There is no such agent in this profile.</source>
        <translation>이 프로필에는 그런 에이전트가 없습니다.</translation>
    </message>
    <message>
        <source>This file holds no exported conversation.</source>
        <translation>이 파일은 내보낸 대화가 아닙니다.</translation>
    </message>
    <message>
        <source>The profile {folder} is a file. Choose a folder with --profile.</source>
        <translation>프로필 {folder}은(는) 파일입니다. --profile로 폴더를 지정하십시오.</translation>
    </message>
    <message>
        <source>The profile {folder} has no space left. Free some and start again.</source>
        <translation>프로필 {folder}에 남은 공간이 없습니다. 공간을 확보한 뒤 다시 시작하십시오.</translation>
    </message>
    <message>
        <source>The profile {folder} cannot be written. Change its rights, or choose another one with --profile.</source>
        <translation>프로필 {folder}에 쓸 수 없습니다. 권한을 바꾸거나 --profile로 다른 폴더를 지정하십시오.</translation>
    </message>
    <message>
        <source>The profile {folder} cannot be used. Choose another one with --profile.</source>
        <translation>프로필 {folder}을(를) 사용할 수 없습니다. --profile로 다른 폴더를 지정하십시오.</translation>
    </message>
    <message>
        <source>No language model is chosen. Choose one under “Language model…”.</source>
        <translation>선택한 언어 모델이 없습니다. “언어 모델…”에서 선택하세요.</translation>
    </message>
    <message>
        <source>{model} needs a key. Enter it under “Language model…”, then try again.</source>
        <translation>{model} 모델에는 키가 필요합니다. “언어 모델…”에서 입력한 뒤 다시 시도하세요.</translation>
    </message>
    <message>
        <source>{model} did not answer in time. Try again.</source>
        <translation>{model} 모델이 제시간에 답하지 않았습니다. 다시 시도하세요.</translation>
    </message>
    <message>
        <source>The answer of {model} needs more tokens than a turn may use.</source>
        <translation>{model} 모델의 답이 한 번에 쓸 수 있는 토큰보다 많이 필요합니다.</translation>
    </message>
    <message>
        <source>{model} refused the request (status {status}). Check the key and the name of the model.</source>
        <translation>{model} 모델이 요청을 거절했습니다(상태 {status}). 키와 모델 이름을 확인하세요.</translation>
    </message>
    <message>
        <source>{model} cannot be reached. Check its address, and whether it runs.</source>
        <translation>{model} 모델에 연결할 수 없습니다. 주소와 실행 중인지 확인하세요.</translation>
    </message>
    <message>
        <source>{model} gave an answer that cannot be used. Try again.</source>
        <translation>{model} 모델의 답을 쓸 수 없습니다. 다시 시도하세요.</translation>
    </message>
    <message>
        <source>It is kept, but {variable} is set in the environment and comes first.</source>
        <translation>저장했지만 환경 변수 {variable}의 값이 먼저 쓰입니다.</translation>
    </message>
    <message>
        <source>There is no other agent here that could be asked.</source>
        <translation>여기에는 물어볼 다른 에이전트가 없습니다.</translation>
    </message>
    <message>
        <source>This address does not fit: it begins with https:// or http://, with no password.</source>
        <translation>맞지 않는 주소입니다. https:// 또는 http:// 로 시작하고 비밀번호가 없어야 합니다.</translation>
    </message>
    <message>
        <source>A key is not sent without encryption: use an address that begins with https://.</source>
        <translation>키는 암호화 없이 보내지 않습니다. https:// 로 시작하는 주소를 쓰세요.</translation>
    </message>
    <message>
        <source>A setting does not fit: {setting}.</source>
        <translation>맞지 않는 설정이 있습니다: {setting}.</translation>
    </message>
    <message>
        <source>This message was sent before.</source>
        <translation>이 메시지는 이미 보냈습니다.</translation>
    </message>
    <message>
        <source>It was changed elsewhere, or belongs to something else.</source>
        <translation>다른 곳에서 바뀌었거나 다른 것에 속해 있습니다.</translation>
    </message>
    <message>
        <source>It is not there any more.</source>
        <translation>더는 그곳에 없습니다.</translation>
    </message>
    <message>
        <source>Your account has no role at the conversation service. Ask whoever runs it for one.</source>
        <translation>이 계정에는 대화 서비스의 역할이 없습니다. 서비스를 운영하는 사람에게 역할을 요청하세요.</translation>
    </message>
    <message>
        <source>Your account does not belong to this tenant of the conversation service.</source>
        <translation>이 계정은 대화 서비스의 이 테넌트에 속하지 않습니다.</translation>
    </message>
    <message>
        <source>Your account belongs to several tenants of the conversation service. Run “balance-desk conversations connect” with “--tenant NAME”.</source>
        <translation>이 계정은 대화 서비스의 여러 테넌트에 속합니다. “balance-desk conversations connect”를 “--tenant 이름”과 함께 실행하세요.</translation>
    </message>
    <message>
        <source>The token does not allow it.</source>
        <translation>토큰이 허용하지 않습니다.</translation>
    </message>
    <message>
        <source>Too much was asked at once. It is tried again.</source>
        <translation>한꺼번에 너무 많이 요청했습니다. 다시 시도합니다.</translation>
    </message>
    <message>
        <source>The conversation service does not answer.</source>
        <translation>대화 서비스가 응답하지 않습니다.</translation>
    </message>
    <message>
        <source>The address of the conversation service cannot be used: https://HOST is wanted, or http:// on this computer. Your conversations are kept on this desk only.</source>
        <translation>대화 서비스의 주소를 쓸 수 없습니다. https://HOST 또는 이 컴퓨터의 http:// 주소여야 합니다. 대화는 이 데스크에만 보관됩니다.</translation>
    </message>
    <message>
        <source>There is no token for the conversation service. Ask whoever runs it for one, then run “balance-desk conversations connect {url}”. Until then your conversations are kept on this desk only.</source>
        <translation>대화 서비스의 토큰이 없습니다. 서비스를 운영하는 사람에게 토큰을 받은 다음 “balance-desk conversations connect {url}” 명령을 실행하십시오. 그때까지 대화는 이 데스크에만 보관됩니다.</translation>
    </message>
    <message>
        <source>The agent is not running at the moment. Your message waits in its queue for an hour; trying again sends it a second time.</source>
        <translation>지금은 에이전트가 실행되고 있지 않습니다. 메시지는 대기열에서 한 시간 동안 기다립니다. 다시 시도하면 한 번 더 보내집니다.</translation>
    </message>
    <message>
        <source>No agent of this name was ever served there. Check the address.</source>
        <translation>그곳에서 이 이름의 에이전트가 제공된 적이 없습니다. 주소를 확인하세요.</translation>
    </message>
    <message>
        <source>The brokers of the agent cannot be reached, so it is not known whether it received this message. Check the network. Trying again may make it do the work twice.</source>
        <translation>에이전트의 브로커에 연결할 수 없어서 이 메시지를 받았는지 알 수 없습니다. 네트워크를 확인하세요. 다시 시도하면 같은 작업을 두 번 할 수 있습니다.</translation>
    </message>
    <message>
        <source>The brokers of the agent do not let you in. Check the user and the password, or ask whoever runs them for the rights.</source>
        <translation>에이전트의 브로커가 접속을 허용하지 않습니다. 사용자와 비밀번호를 확인하거나 운영자에게 권한을 요청하세요.</translation>
    </message>
    <message>
        <source>The brokers do not let you write to this agent. Ask whoever runs them for the right to write to its topics (ACL).</source>
        <translation>브로커가 이 에이전트에 쓰는 것을 허용하지 않습니다. 운영자에게 이 에이전트의 토픽에 쓸 권한(ACL)을 요청하세요.</translation>
    </message>
    <message>
        <source>The message is larger than the brokers take. Give large files by their address.</source>
        <translation>메시지가 브로커가 받을 수 있는 크기보다 큽니다. 큰 파일은 주소로 전달하세요.</translation>
    </message>
    <message>
        <source>The certificate in the settings cannot be used. A PEM file is needed.</source>
        <translation>설정에 있는 인증서를 사용할 수 없습니다. PEM 파일이 필요합니다.</translation>
    </message>
    <message>
        <source>Nothing is heard of the agent any more. It may still be working; trying again may make it do the work twice.</source>
        <translation>에이전트에서 더 이상 소식이 없습니다. 아직 작업하고 있을 수 있으며, 다시 시도하면 같은 작업을 두 번 할 수 있습니다.</translation>
    </message>
    <message>
        <source>What the agent sent is larger than can be taken at once. Ask for less, or tell whoever runs the agent: large results are given by their address.</source>
        <translation>에이전트가 보낸 것이 한 번에 받을 수 있는 크기보다 큽니다. 더 적게 물어보거나 에이전트 운영자에게 알려 주세요. 큰 결과는 주소로 전달해야 합니다.</translation>
    </message>
    <message>
        <source>The answer came while Balance Desk was closed, or never, and is no longer kept anywhere. Ask again if you still need it.</source>
        <translation>Balance Desk가 닫혀 있는 동안 답변이 왔거나 아예 오지 않았으며, 이제 어디에도 남아 있지 않습니다. 아직 필요하면 다시 질문하세요.</translation>
    </message>
    <message>
        <source>The message waited in the queue for too long, and the agent did not work on it. Ask again if you still need the answer.</source>
        <translation>메시지가 대기열에서 너무 오래 기다려서 에이전트가 작업하지 않았습니다. 아직 답변이 필요하면 다시 질문하세요.</translation>
    </message>
    <message>
        <source>The agent could not read the message. It is kept for whoever runs the agent.</source>
        <translation>에이전트가 메시지를 읽지 못했습니다. 에이전트 운영자가 볼 수 있도록 보관해 두었습니다.</translation>
    </message>
    <message>
        <source>Each time the agent worked on this message its program ended, so it is not tried any more. It is kept for whoever runs the agent.</source>
        <translation>에이전트가 이 메시지를 작업할 때마다 프로그램이 종료되어 더 이상 시도하지 않습니다. 에이전트 운영자가 볼 수 있도록 보관해 두었습니다.</translation>
    </message>
    <message>
        <source>The message with its files is larger than the agent takes. Send fewer or smaller files at a time, or give large ones by their address.</source>
        <translation>메시지와 파일이 에이전트가 받을 수 있는 크기보다 큽니다. 파일을 더 적게 나누어 보내거나 더 작은 파일을 보내세요. 큰 파일은 주소로 알려 주세요.</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this conversation</source>
        <translation>이 대화에서 찾기</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>이전</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>다음</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>찾기 닫기</translation>
    </message>
    <message>
        <source>{place} of {count}</source>
        <translation>{count}개 중 {place}번째</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>찾지 못함</translation>
    </message>
</context>
<context>
    <name>Fonts</name>
    <message>
        <source>No installed font can show Korean: Hangul appears as empty boxes. Install one, for example with “apt install fonts-noto-cjk”, and start Balance Desk again.</source>
        <translation>한글을 표시할 글꼴이 없어 빈 네모로 보입니다. 예를 들어 “apt install fonts-noto-cjk”로 설치하고 Balance Desk를 다시 시작하세요.</translation>
    </message>
</context>
<context>
    <name>Frames</name>
    <message>
        <source>Sent</source>
        <translation>보냄</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>받음</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>끝남</translation>
    </message>
    <message>
        <source>first answer after {s} s</source>
        <translation>첫 응답 {s}초</translation>
    </message>
    <message>
        <source>first piece {s} s</source>
        <translation>첫 조각 {s}초</translation>
    </message>
    <message>
        <source>whole {s} s</source>
        <translation>전체 {s}초</translation>
    </message>
    <message>
        <source>longest silence {s} s</source>
        <translation>가장 긴 침묵 {s}초</translation>
    </message>
    <message>
        <source>Nothing went over the wire for this message.</source>
        <translation>이 메시지로 오간 프레임이 없습니다.</translation>
    </message>
    <message>
        <source>From an earlier run: these frames are made anew from what was kept. Times are those of keeping.</source>
        <translation>이전 실행의 메시지입니다. 저장된 내용으로 프레임을 다시 만들었으며, 시각은 저장한 시각입니다.</translation>
    </message>
    <message>
        <source>As it went over the wire.</source>
        <translation>실제로 오간 그대로입니다.</translation>
    </message>
    <message>
        <source>Departures from A2A, marked below: {count}</source>
        <translation>아래에 표시한 A2A 위반: {count}건</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>대화</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>상관 ID</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>주소</translation>
    </message>
    <message>
        <source>Binding</source>
        <translation>바인딩</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>지연 시간</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>복사했습니다.</translation>
    </message>
    <message>
        <source>There is no such form: this was not sent over HTTP.</source>
        <translation>이 형식으로는 복사할 수 없습니다. HTTP로 보낸 메시지가 아닙니다.</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>레코드</translation>
    </message>
    <message>
        <source>waits in the queue</source>
        <translation>대기열에서 기다립니다</translation>
    </message>
    <message>
        <source>the agent is at work</source>
        <translation>에이전트가 작업하고 있습니다</translation>
    </message>
    <message>
        <source>no replica has it any more</source>
        <translation>어느 복제본도 더 이상 갖고 있지 않습니다</translation>
    </message>
    <message>
        <source>accepted by the agent</source>
        <translation>에이전트가 받았습니다</translation>
    </message>
    <message>
        <source>attempt {attempt}</source>
        <translation>시도 {attempt}</translation>
    </message>
    <message>
        <source>In an unknown state</source>
        <translation>알 수 없는 상태</translation>
    </message>
</context>
<context>
    <name>HelpWindow</name>
    <message>
        <source>Help</source>
        <translation>도움말</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>도움말 검색</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>쪽</translation>
    </message>
    <message>
        <source>Nothing fits.</source>
        <translation>맞는 내용이 없습니다.</translation>
    </message>
</context>
<context>
    <name>HitDelegate</name>
    <message>
        <source>Outside the conversations</source>
        <translation>대화 밖의 기록</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>검사기</translation>
    </message>
    <message>
        <source>Message before</source>
        <translation>이전 메시지</translation>
    </message>
    <message>
        <source>Message after</source>
        <translation>다음 메시지</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>프레임</translation>
    </message>
    <message>
        <source>The frame as JSON</source>
        <translation>프레임의 JSON</translation>
    </message>
    <message>
        <source>Ids and address</source>
        <translation>ID와 주소</translation>
    </message>
    <message>
        <source>Departures from the specification</source>
        <translation>명세 위반</translation>
    </message>
    <message>
        <source>Leave out what looks like a secret</source>
        <translation>비밀로 보이는 값은 가리기</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>JSON으로 복사</translation>
    </message>
    <message>
        <source>Copy as curl</source>
        <translation>curl로 복사</translation>
    </message>
    <message>
        <source>Copy as a test</source>
        <translation>테스트로 복사</translation>
    </message>
    <message>
        <source>Copy as a report of a fault</source>
        <translation>오류 보고서로 복사</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>보고서</translation>
    </message>
    <message>
        <source>Replay the conversation</source>
        <translation>대화 재생</translation>
    </message>
    <message>
        <source>Ask by hand…</source>
        <translation>직접 요청…</translation>
    </message>
    <message>
        <source>Speed of the replay</source>
        <translation>재생 속도</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>즉시</translation>
    </message>
    <message>
        <source>Copy as</source>
        <translation>복사 형식</translation>
    </message>
    <message>
        <source>Copy the whole conversation</source>
        <translation>대화 전체를 복사</translation>
    </message>
    <message>
        <source>Tasks of the agent…</source>
        <translation>에이전트의 작업…</translation>
    </message>
</context>
<context>
    <name>KeyDialog</name>
    <message>
        <source>Keys of “{command}”</source>
        <translation>“{command}”의 단축키</translation>
    </message>
    <message>
        <source>Press the keys that should give this command.</source>
        <translation>이 명령에 쓸 키를 누르십시오.</translation>
    </message>
    <message>
        <source>As it came</source>
        <translation>처음 값</translation>
    </message>
    <message>
        <source>No keys</source>
        <translation>키 없음</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>“{command}” has these keys now. Saved, they are taken from it.</source>
        <translation>지금은 “{command}” 명령이 이 키를 씁니다. 저장하면 그 명령에서는 빠집니다.</translation>
    </message>
    <message>
        <source>This key alone is for writing. Hold Ctrl or Alt too, or take F1 to F12.</source>
        <translation>이 키만으로는 글을 쓰게 됩니다. Ctrl이나 Alt를 함께 누르거나 F1~F12를 쓰십시오.</translation>
    </message>
    <message>
        <source>Alt and a letter opens a menu. Hold Ctrl or another key too.</source>
        <translation>Alt와 글자는 메뉴를 엽니다. Ctrl 등을 함께 누르십시오.</translation>
    </message>
    <message>
        <source>What is being written needs these keys. Take others.</source>
        <translation>글을 쓸 때 필요한 키입니다. 다른 키를 고르십시오.</translation>
    </message>
</context>
<context>
    <name>LatestButton</name>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>새 메시지 %n개</numerusform>
        </translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>최신</translation>
    </message>
    <message>
        <source>Go to the newest message (End)</source>
        <translation>최신 메시지로 이동 (End)</translation>
    </message>
</context>
<context>
    <name>ListFilter</name>
    <message>
        <source>Conversations shown</source>
        <translation>보이는 대화</translation>
    </message>
    <message>
        <source>All conversations</source>
        <translation>모든 대화</translation>
    </message>
    <message>
        <source>Archive ({count})</source>
        <translation>보관함 ({count})</translation>
    </message>
</context>
<context>
    <name>LiveSign</name>
    <message>
        <source>Try now</source>
        <translation>지금 다시 시도</translation>
    </message>
    <message>
        <source>No network: what you write is kept, and agents on this machine answer.</source>
        <translation>네트워크가 끊겼습니다. 작성한 내용은 보관되고, 이 컴퓨터의 에이전트는 답합니다.</translation>
    </message>
    <message>
        <source>Offline: {agents}. What is open there is asked for again by itself.</source>
        <translation>오프라인: {agents}. 끝나지 않은 답변은 자동으로 다시 확인합니다.</translation>
    </message>
    <message>
        <source>Nothing was heard of {agents} for a minute. It may still be working.</source>
        <translation>{agents}에서 1분 동안 아무 소식이 없습니다. 아직 작업 중일 수 있습니다.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>중지</translation>
    </message>
    <message>
        <source>Stop what is not heard of</source>
        <translation>소식이 없는 답변 중지</translation>
    </message>
</context>
<context>
    <name>LogModel</name>
    <message>
        <source>Time</source>
        <translation>시간</translation>
    </message>
    <message>
        <source>From</source>
        <translation>보낸 쪽</translation>
    </message>
    <message>
        <source>To</source>
        <translation>받는 쪽</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>유형</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>내용</translation>
    </message>
</context>
<context>
    <name>LogView</name>
    <message>
        <source>… cut off here; an export has all of it</source>
        <translation>… 여기서 잘렸습니다. 내보내면 전체를 볼 수 있습니다</translation>
    </message>
    <message numerus="yes">
        <source>%n records, the newest below.</source>
        <translation>
            <numerusform>기록 %n개, 최신 기록이 아래에 있습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Live.</source>
        <translation>실시간.</translation>
    </message>
    <message numerus="yes">
        <source>Paused; %n new records wait.</source>
        <translation>
            <numerusform>일시정지됨. 새 기록 %n개가 기다립니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>일시정지됨.</translation>
    </message>
    <message numerus="yes">
        <source>%n records copied.</source>
        <translation>
            <numerusform>기록 %n개를 복사했습니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n records saved to {path}.</source>
        <translation>
            <numerusform>기록 %n개를 {path}에 저장했습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>what came before is not in the log</source>
        <translation>이전 기록이 로그에 없습니다</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>계속</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>일시정지</translation>
    </message>
    <message>
        <source>Stream log</source>
        <translation>스트림 로그</translation>
    </message>
    <message>
        <source>Only with these words</source>
        <translation>이 말이 들어 있는 기록만</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>에이전트</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>유형</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>The record that is chosen stands here, as written.</source>
        <translation>고른 기록이 기록된 그대로 여기에 나옵니다.</translation>
    </message>
    <message>
        <source>The record as it is written</source>
        <translation>저장된 그대로의 기록</translation>
    </message>
    <message>
        <source>The chain of the record</source>
        <translation>기록의 연결</translation>
    </message>
    <message>
        <source>All agents</source>
        <translation>모든 에이전트</translation>
    </message>
    <message>
        <source>All types</source>
        <translation>모든 유형</translation>
    </message>
    <message>
        <source>The marked record</source>
        <translation>고른 레코드</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>JSON으로 복사</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>내보내기…</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message numerus="yes">
        <source>%n more message(s)</source>
        <translation>
            <numerusform>알림 %n개 더 보기</numerusform>
        </translation>
    </message>
    <message>
        <source>Fewer messages</source>
        <translation>알림 접기</translation>
    </message>
</context>
<context>
    <name>Memory</name>
    <message>
        <source>With every agent</source>
        <translation>모든 에이전트</translation>
    </message>
    <message>
        <source>In all conversations</source>
        <translation>모든 대화</translation>
    </message>
    <message>
        <source>This fact was changed elsewhere meanwhile. It is shown as it is now.</source>
        <translation>그사이 다른 곳에서 이 사실이 바뀌었습니다. 지금 상태를 보여 드립니다.</translation>
    </message>
    <message>
        <source>The message is not here any more.</source>
        <translation>메시지가 더는 여기에 없습니다.</translation>
    </message>
    <message>
        <source>For everybody at the service</source>
        <translation>서비스의 모든 사람에게 적용</translation>
    </message>
    <message>
        <source>Only with {agent}</source>
        <translation>{agent}에게만 적용</translation>
    </message>
    <message>
        <source>Only in “{title}”</source>
        <translation>“{title}” 대화에서만 적용</translation>
    </message>
    <message>
        <source>In all conversations, with every agent</source>
        <translation>모든 대화, 모든 에이전트에 적용</translation>
    </message>
    <message>
        <source>Until the end of {day}</source>
        <translation>{day} 끝까지</translation>
    </message>
    <message>
        <source>Without an end</source>
        <translation>끝나는 날 없음</translation>
    </message>
    <message>
        <source>Holds since {since}</source>
        <translation>{since}부터 유효</translation>
    </message>
    <message>
        <source>From {since} to {until}</source>
        <translation>{since}부터 {until}까지 유효</translation>
    </message>
    <message>
        <source>Remembered: “{fact}”</source>
        <translation>기억했습니다: “{fact}”</translation>
    </message>
    <message>
        <source>Forgotten: “{fact}”</source>
        <translation>잊었습니다: “{fact}”</translation>
    </message>
</context>
<context>
    <name>MemoryDialog</name>
    <message>
        <source>Remember a fact</source>
        <translation>사실 기억하기</translation>
    </message>
    <message>
        <source>Change a fact</source>
        <translation>사실 바꾸기</translation>
    </message>
    <message>
        <source>“My race is Zerg”, “weeks begin on Sunday”, …</source>
        <translation>“내 종족은 저그”, “한 주는 일요일에 시작” 등</translation>
    </message>
    <message>
        <source>Remember</source>
        <translation>기억하기</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Until the end of</source>
        <translation>이날이 끝날 때까지</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>사실</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>에이전트</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>대화</translation>
    </message>
    <message>
        <source>Holds since</source>
        <translation>유효한 첫날</translation>
    </message>
</context>
<context>
    <name>MemoryView</name>
    <message>
        <source>Written down here, {moment}</source>
        <translation>여기에 적음, {moment}</translation>
    </message>
    <message>
        <source>From a message, {moment}</source>
        <translation>메시지에서, {moment}</translation>
    </message>
    <message numerus="yes">
        <source>%n facts</source>
        <translation>
            <numerusform>사실 %n개</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing that is remembered fits this search.</source>
        <translation>이 검색에 맞는 기억이 없습니다.</translation>
    </message>
    <message>
        <source>Nothing is remembered yet.

Say “remember that my race is Zerg” in any conversation, or write a fact down here. Agents that use a language model are told what holds.</source>
        <translation>아직 기억한 것이 없습니다.

아무 대화에서나 “내 종족은 저그라고 기억해 줘”라고 말하거나, 여기에 사실을 적으십시오. 언어 모델을 쓰는 에이전트에게는 유효한 사실이 전달됩니다.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>기억</translation>
    </message>
    <message>
        <source>Search in what is remembered</source>
        <translation>기억에서 찾기</translation>
    </message>
    <message>
        <source>Which facts</source>
        <translation>어떤 사실</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>사실 목록</translation>
    </message>
    <message>
        <source>The fact in full</source>
        <translation>사실 전문</translation>
    </message>
    <message>
        <source>What holds now</source>
        <translation>지금 유효한 것</translation>
    </message>
    <message>
        <source>What held once, or will</source>
        <translation>지난 것과 앞으로의 것</translation>
    </message>
    <message>
        <source>All facts</source>
        <translation>모든 사실</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>추가…</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>바꾸기…</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>잊기</translation>
    </message>
    <message>
        <source>Show the message</source>
        <translation>메시지 보기</translation>
    </message>
</context>
<context>
    <name>Mentions</name>
    <message>
        <source>Agents</source>
        <translation>에이전트</translation>
    </message>
    <message>
        <source>Agent {name}, Enter to choose</source>
        <translation>에이전트 {name}, Enter 키로 고릅니다</translation>
    </message>
</context>
<context>
    <name>ModelDialog</name>
    <message>
        <source>Language model</source>
        <translation>언어 모델</translation>
    </message>
    <message>
        <source>Nothing needs a model. With one, the agent “chat” talks, and questions that are not understood can be read by it. What you write there is sent to its server; with a question go names and common values of its table, of a log also lines, and rows that answer it; rows of a table only where settings.toml says looks = “all”.</source>
        <translation>모델 없이도 모든 기능을 쓸 수 있습니다. 모델을 고르면 “chat” 에이전트와 이야기할 수 있고, 이해하지 못한 질문을 모델이 읽어 볼 수 있습니다. 그때 쓰신 내용은 모델의 서버로 전송되며, 질문과 함께 표의 이름과 흔한 값이, 로그는 줄과 답이 되는 행도 전송됩니다. 표의 행은 settings.toml에 looks = “all”이 있을 때만 전송됩니다.</translation>
    </message>
    <message>
        <source>The key is kept in the keyring of this system.</source>
        <translation>키는 이 시스템의 키링에 보관됩니다.</translation>
    </message>
    <message>
        <source>This system has no keyring: a key is kept in memory and ends with the window.</source>
        <translation>이 시스템에는 키링이 없습니다. 키는 메모리에만 있으며 창을 닫으면 사라집니다.</translation>
    </message>
    <message>
        <source>Just a moment…</source>
        <translation>잠시만 기다려 주십시오…</translation>
    </message>
    <message>
        <source>It answers: {words}</source>
        <translation>모델의 답: {words}</translation>
    </message>
    <message>
        <source>One is kept; type to replace it</source>
        <translation>보관된 키가 있습니다. 바꾸려면 입력하십시오</translation>
    </message>
    <message>
        <source>Kind of server</source>
        <translation>서버 종류</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>모델 없음</translation>
    </message>
    <message>
        <source>OpenAI, or a server that speaks like it</source>
        <translation>OpenAI 또는 호환 서버</translation>
    </message>
    <message>
        <source>What rules leave open</source>
        <translation>규칙이 남긴 것</translation>
    </message>
    <message>
        <source>Each one, best for logs; rules where it fails</source>
        <translation>모두(로그에 가장 좋음), 실패하면 규칙으로</translation>
    </message>
    <message>
        <source>None</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>시험해 보기</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>사용</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>모델</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>주소</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>키</translation>
    </message>
    <message>
        <source>Questions it reads</source>
        <translation>모델이 읽는 질문</translation>
    </message>
    <message>
        <source>On this machine</source>
        <translation>이 컴퓨터에 있는 모델</translation>
    </message>
    <message>
        <source>Choose one…</source>
        <translation>고르세요…</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>The answer is off the board of all conversations.</source>
        <translation>답변을 모든 대화의 보드에서 뗐습니다.</translation>
    </message>
    <message>
        <source>The answer is on the board of all conversations.</source>
        <translation>답변을 모든 대화의 보드에 고정했습니다.</translation>
    </message>
    <message>
        <source>Opening “{name}”…</source>
        <translation>“{name}” 여는 중…</translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation>“{title}” 대화를 삭제했습니다.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>되돌리기</translation>
    </message>
    <message>
        <source>Something went wrong inside Balance Desk. What you wrote and what was answered is kept; the details are in the log.</source>
        <translation>Balance Desk 안에서 문제가 생겼습니다. 쓰신 글과 받은 답은 그대로 남아 있으며, 자세한 내용은 로그에 있습니다.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>Saved as {path}</source>
        <translation>{path}에 저장했습니다</translation>
    </message>
    <message>
        <source>The agent {name} can be chosen now.</source>
        <translation>이제 에이전트 {name}을(를) 고를 수 있습니다.</translation>
    </message>
    <message>
        <source>New conversation with it</source>
        <translation>새 대화 시작</translation>
    </message>
    <message>
        <source>You are signed in with {name}.</source>
        <translation>{name}에 로그인했습니다.</translation>
    </message>
    <message>
        <source>You are signed out of {name}.</source>
        <translation>{name}에서 로그아웃했습니다.</translation>
    </message>
    <message>
        <source>This is a branch: it goes on from here, and the other conversation stays as it is.</source>
        <translation>이 대화는 갈래입니다. 여기서부터 이어지며, 원래 대화는 그대로 있습니다.</translation>
    </message>
    <message>
        <source>This address leads to no conversation here.</source>
        <translation>이 주소에 해당하는 대화가 여기 없습니다.</translation>
    </message>
    <message>
        <source>Balance Desk ended unexpectedly the last time. What was said is kept.</source>
        <translation>지난번에 Balance Desk가 예기치 않게 종료되었습니다. 나눈 대화는 그대로 있습니다.</translation>
    </message>
    <message>
        <source>Show the report</source>
        <translation>보고서 보기</translation>
    </message>
    <message>
        <source>Renamed to “{title}”.</source>
        <translation>이름을 “{title}”(으)로 바꿨습니다.</translation>
    </message>
    <message>
        <source>“{title}” is pinned.</source>
        <translation>“{title}” 대화를 고정했습니다.</translation>
    </message>
    <message>
        <source>“{title}” is no longer pinned.</source>
        <translation>“{title}” 대화의 고정을 풀었습니다.</translation>
    </message>
    <message>
        <source>{agent} answers here from now on.</source>
        <translation>이제부터 여기에서는 {agent}에서 답합니다.</translation>
    </message>
    <message>
        <source>“{name}” was taken out.</source>
        <translation>“{name}” 항목을 뺐습니다.</translation>
    </message>
    <message>
        <source>A branch was begun.</source>
        <translation>분기를 시작했습니다.</translation>
    </message>
    <message>
        <source>A conversation was imported.</source>
        <translation>대화를 가져왔습니다.</translation>
    </message>
    <message>
        <source>“{title}” is in the archive.</source>
        <translation>“{title}” 대화를 보관함에 넣었습니다.</translation>
    </message>
    <message>
        <source>“{title}” is out of the archive.</source>
        <translation>“{title}” 대화를 보관함에서 꺼냈습니다.</translation>
    </message>
    <message>
        <source>Tags of “{title}”: {tags}</source>
        <translation>“{title}” 대화의 태그: {tags}</translation>
    </message>
    <message>
        <source>“{title}” has no tags any more.</source>
        <translation>“{title}” 대화에는 이제 태그가 없습니다.</translation>
    </message>
    <message>
        <source>The column “{name}” was corrected.</source>
        <translation>“{name}” 열을 고쳤습니다.</translation>
    </message>
    <message>
        <source>The answer is on the board.</source>
        <translation>답변을 보드에 고정했습니다.</translation>
    </message>
    <message>
        <source>The answer is off the board.</source>
        <translation>답변을 보드에서 뗐습니다.</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Nothing fits.</source>
        <translation>맞는 항목이 없습니다.</translation>
    </message>
</context>
<context>
    <name>Palettes</name>
    <message>
        <source>In the answer</source>
        <translation>답변에서</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>Type a few letters of a command</source>
        <translation>명령의 글자를 입력하십시오</translation>
    </message>
    <message>
        <source>Go to a conversation</source>
        <translation>대화로 이동</translation>
    </message>
    <message>
        <source>Type a few letters of a title</source>
        <translation>제목의 글자를 입력하십시오</translation>
    </message>
    <message>
        <source>Recent data files</source>
        <translation>최근 데이터 파일</translation>
    </message>
    <message>
        <source>Type a few letters of a name</source>
        <translation>이름의 글자를 입력하십시오</translation>
    </message>
    <message>
        <source>Command {name}, Enter to give it</source>
        <translation>명령 {name}, Enter로 실행</translation>
    </message>
</context>
<context>
    <name>PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>언어(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>테마(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Send with</source>
        <translation>보내는 키(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Font size</source>
        <translation>글자 크기(&amp;F)</translation>
    </message>
    <message>
        <source> %</source>
        <comment>after a number</comment>
        <translation>%</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>시스템과 같게</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>밝게</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>어둡게</translation>
    </message>
    <message>
        <source>Enter (Shift+Enter breaks the line)</source>
        <translation>Enter (Shift+Enter로 줄바꿈)</translation>
    </message>
    <message>
        <source>Ctrl+Enter (Enter breaks the line)</source>
        <translation>Ctrl+Enter (Enter로 줄바꿈)</translation>
    </message>
    <message>
        <source>Language model…</source>
        <translation>언어 모델…</translation>
    </message>
    <message>
        <source>&amp;Motion</source>
        <translation>움직임(&amp;M)</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>모두</translation>
    </message>
    <message>
        <source>Reduced (nothing moves by itself)</source>
        <translation>줄임(저절로 움직이는 것 없음)</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>대화</translation>
    </message>
</context>
<context>
    <name>QuestionBar</name>
    <message>
        <source>Attach a file…</source>
        <translation>파일 첨부…</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>질문</translation>
    </message>
    <message>
        <source>This waits for your answer</source>
        <translation>답을 기다리고 있습니다</translation>
    </message>
    <message numerus="yes">
        <source>This waits for your answer; %n more can be typed</source>
        <translation>
            <numerusform>답을 기다리고 있습니다. 그 밖의 %n개는 직접 입력할 수 있습니다</numerusform>
        </translation>
    </message>
    <message>
        <source>{choice} · {count}</source>
        <translation>{choice} · {count}</translation>
    </message>
    <message>
        <source>This waits for your sign-in</source>
        <translation>로그인을 기다리고 있습니다</translation>
    </message>
    <message>
        <source>I have signed in, go on</source>
        <translation>로그인했습니다. 계속하기</translation>
    </message>
    <message>
        <source>Show the question</source>
        <translation>질문 보기</translation>
    </message>
</context>
<context>
    <name>Queued</name>
    <message>
        <source>Send now</source>
        <translation>지금 보내기</translation>
    </message>
    <message>
        <source>Next: {message}</source>
        <translation>다음: {message}</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>되돌리기</translation>
    </message>
    <message>
        <source>Put what waits back into the message</source>
        <translation>대기 중인 내용을 입력란으로 되돌립니다</translation>
    </message>
</context>
<context>
    <name>Records</name>
    <message>
        <source>Request</source>
        <translation>요청</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>응답</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>결정</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>You</source>
        <translation>나</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>질문</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>답변</translation>
    </message>
</context>
<context>
    <name>RecoveryWords</name>
    <message numerus="yes">
        <source>%n conversation(s) could be saved.</source>
        <translation>
            <numerusform>대화 %n개를 살렸습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Your conversations were brought up to date for this version. As they were before they are kept in {copy}; “balance-desk doctor --put-back” with this file goes back.</source>
        <translation>대화를 이 버전에 맞게 바꾸었습니다. 이전 상태는 {copy}에 보관했습니다. 되돌리려면 이 파일과 함께 “balance-desk doctor --put-back”을 실행하세요.</translation>
    </message>
    <message>
        <source>The database was damaged. It is kept aside as {copy}.</source>
        <translation>데이터베이스가 손상되어 {copy}에 따로 보관했습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) were not completed; the conversation says why.</source>
        <translation>
            <numerusform>답변 %n개가 완성되지 못했습니다. 이유는 대화에 있습니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) may not have arrived.</source>
        <translation>
            <numerusform>메시지 %n개는 도착했는지 알 수 없습니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) finished while you were away.</source>
        <translation>
            <numerusform>자리를 비우신 동안 답변 %n개가 완료되었습니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) wait for your answer.</source>
        <translation>
            <numerusform>질문 %n개가 답을 기다립니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) are still being made.</source>
        <translation>
            <numerusform>답변 %n개를 아직 만드는 중입니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The state of %n answer(s) is not known: their agent does not reply.</source>
        <translation>
            <numerusform>답변 %n개의 상태를 알 수 없습니다. 에이전트가 응답하지 않습니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) that waited were not sent.</source>
        <translation>
            <numerusform>대기 중이던 메시지 %n개를 보내지 않았습니다.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ResultTableView</name>
    <message>
        <source>Result table</source>
        <translation>결과 표</translation>
    </message>
</context>
<context>
    <name>Rules</name>
    <message>
        <source>An artifact&apos;s id is unique within its task.</source>
        <translation>작업 안에서 아티팩트의 ID는 고유해야 합니다.</translation>
    </message>
    <message>
        <source>The media type of a part is type/subtype.</source>
        <translation>파트의 미디어 유형은 type/subtype 꼴이어야 합니다.</translation>
    </message>
    <message>
        <source>The task that was asked for is the one that is told.</source>
        <translation>요청한 바로 그 작업을 알려야 합니다.</translation>
    </message>
    <message>
        <source>An answer has `jsonrpc` &quot;2.0&quot; and a result or an error.</source>
        <translation>응답에는 `jsonrpc` &quot;2.0&quot;과 결과 또는 오류 중 하나가 있어야 합니다.</translation>
    </message>
    <message>
        <source>An answer has the id of its request.</source>
        <translation>응답은 요청의 ID를 가져야 합니다.</translation>
    </message>
    <message>
        <source>A stream is sent as text/event-stream.</source>
        <translation>스트림은 text/event-stream으로 보내야 합니다.</translation>
    </message>
    <message>
        <source>An answer is sent as JSON.</source>
        <translation>응답은 JSON으로 보내야 합니다.</translation>
    </message>
    <message>
        <source>The status of HTTP is that of the error.</source>
        <translation>HTTP 상태는 오류의 상태와 같아야 합니다.</translation>
    </message>
    <message>
        <source>A JSON-RPC answer has HTTP&apos;s status 200.</source>
        <translation>JSON-RPC 응답의 HTTP 상태는 200이어야 합니다.</translation>
    </message>
    <message>
        <source>`error.code` is the status of HTTP.</source>
        <translation>`error.code`는 HTTP 상태와 같아야 합니다.</translation>
    </message>
    <message>
        <source>`error.status` names the error&apos;s status of gRPC.</source>
        <translation>`error.status`는 오류의 gRPC 상태 이름이어야 합니다.</translation>
    </message>
    <message>
        <source>An error has a number as its code, and a message.</source>
        <translation>오류에는 숫자로 된 코드와 메시지가 있어야 합니다.</translation>
    </message>
    <message>
        <source>An error of A2A has an ErrorInfo with its reason and A2A&apos;s domain.</source>
        <translation>A2A 오류에는 그 이유와 A2A 도메인을 담은 ErrorInfo가 있어야 합니다.</translation>
    </message>
    <message>
        <source>Each detail of an error has an `@type`.</source>
        <translation>오류의 세부 정보마다 `@type`이 있어야 합니다.</translation>
    </message>
    <message>
        <source>A stream begins with a task or a message.</source>
        <translation>스트림은 작업이나 메시지로 시작해야 합니다.</translation>
    </message>
    <message>
        <source>JSON is written in UTF-8 (RFC 8259).</source>
        <translation>JSON은 UTF-8로 써야 합니다(RFC 8259).</translation>
    </message>
    <message>
        <source>What was sent is no JSON.</source>
        <translation>보낸 내용이 JSON이 아닙니다.</translation>
    </message>
    <message>
        <source>A subscription begins with the whole task.</source>
        <translation>구독은 작업 전체로 시작해야 합니다.</translation>
    </message>
    <message>
        <source>A message is alone in its stream.</source>
        <translation>메시지는 스트림에 혼자 있어야 합니다.</translation>
    </message>
    <message>
        <source>All events of a stream are of one task.</source>
        <translation>한 스트림의 이벤트는 모두 한 작업의 것이어야 합니다.</translation>
    </message>
    <message>
        <source>All events of a stream are of one context.</source>
        <translation>한 스트림의 이벤트는 모두 한 컨텍스트의 것이어야 합니다.</translation>
    </message>
    <message>
        <source>Nothing comes after the end of a task.</source>
        <translation>작업이 끝난 뒤에는 아무것도 오지 않아야 합니다.</translation>
    </message>
    <message>
        <source>A stream goes on until its task has ended or waits for somebody.</source>
        <translation>스트림은 작업이 끝나거나 누군가를 기다릴 때까지 이어져야 합니다.</translation>
    </message>
    <message>
        <source>Only what was sent before with this artifact id can be appended to.</source>
        <translation>이 아티팩트 ID로 먼저 보낸 것에만 덧붙일 수 있습니다.</translation>
    </message>
    <message>
        <source>Nothing is appended after the last chunk.</source>
        <translation>마지막 조각 뒤에는 아무것도 덧붙이지 않아야 합니다.</translation>
    </message>
    <message>
        <source>Events come in the order in which they were made.</source>
        <translation>이벤트는 만들어진 순서대로 와야 합니다.</translation>
    </message>
    <message>
        <source>A task that was begun is not submitted again.</source>
        <translation>이미 시작한 작업은 다시 제출됨 상태가 되지 않아야 합니다.</translation>
    </message>
    <message>
        <source>A task that waits for an authorization says in its status for which.</source>
        <translation>인증을 기다리는 작업은 무엇을 기다리는지 상태에 밝혀야 합니다.</translation>
    </message>
    <message>
        <source>A task that waits for input says in its status for which.</source>
        <translation>입력을 기다리는 작업은 무엇을 기다리는지 상태에 밝혀야 합니다.</translation>
    </message>
    <message>
        <source>What an agent says has the role ROLE_AGENT.</source>
        <translation>에이전트의 말은 역할이 ROLE_AGENT여야 합니다.</translation>
    </message>
    <message>
        <source>A message of a task names that task and its context.</source>
        <translation>작업의 메시지는 그 작업과 컨텍스트를 밝혀야 합니다.</translation>
    </message>
    <message>
        <source>The client&apos;s context is kept, or the message refused.</source>
        <translation>클라이언트의 컨텍스트를 지키거나 메시지를 거절해야 합니다.</translation>
    </message>
    <message>
        <source>Bytes are written in base64.</source>
        <translation>바이트는 base64로 씁니다.</translation>
    </message>
    <message>
        <source>Enum values are the names of the protocol's definition.</source>
        <translation>열거형 값은 프로토콜 정의의 이름입니다.</translation>
    </message>
    <message>
        <source>`final` was removed: the state tells the end.</source>
        <translation>`final`은 없어졌습니다. 끝은 상태가 알려 줍니다.</translation>
    </message>
    <message>
        <source>`kind` was removed: the name of the field tells the kind.</source>
        <translation>`kind`는 없어졌습니다. 종류는 필드 이름이 알려 줍니다.</translation>
    </message>
    <message>
        <source>Names of fields are written in camelCase.</source>
        <translation>필드 이름은 camelCase로 씁니다.</translation>
    </message>
    <message>
        <source>Exactly one of these fields must be there.</source>
        <translation>이 필드 중 정확히 하나가 있어야 합니다.</translation>
    </message>
    <message>
        <source>A required field is missing or empty.</source>
        <translation>필수 필드가 없거나 비어 있습니다.</translation>
    </message>
    <message>
        <source>Timestamps are ISO 8601 in UTC and end with Z.</source>
        <translation>시각은 UTC의 ISO 8601이고 Z로 끝납니다.</translation>
    </message>
    <message>
        <source>The value has another type than the protocol's definition.</source>
        <translation>값의 형식이 프로토콜 정의와 다릅니다.</translation>
    </message>
</context>
<context>
    <name>SearchPanel</name>
    <message numerus="yes">
        <source>%n results</source>
        <translation>
            <numerusform>결과 %n개.</numerusform>
        </translation>
    </message>
    <message>
        <source>In questions, answers and the cells of tables, of all conversations.</source>
        <translation>모든 대화의 질문, 답변, 표의 칸에서 찾습니다.</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>찾은 것이 없습니다.</translation>
    </message>
    <message>
        <source>Not everything is indexed yet; the rest follows by itself.</source>
        <translation>아직 색인 중인 기록이 있습니다. 나머지는 저절로 채워집니다.</translation>
    </message>
    <message numerus="yes">
        <source>%n messages are not yet compared by meaning.</source>
        <translation>
            <numerusform>메시지 %n개는 아직 뜻으로 비교하지 못합니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Search everything</source>
        <translation>모두 검색</translation>
    </message>
    <message>
        <source>Search everything that was said</source>
        <translation>오간 모든 말에서 검색</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>검색 결과</translation>
    </message>
    <message>
        <source>What has to be alike</source>
        <translation>무엇이 비슷해야 하나</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>에이전트</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>대화</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>기간</translation>
    </message>
    <message>
        <source>Words and meaning</source>
        <translation>낱말과 뜻</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>낱말</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>뜻</translation>
    </message>
    <message>
        <source>All agents</source>
        <translation>모든 에이전트</translation>
    </message>
    <message>
        <source>All conversations</source>
        <translation>모든 대화</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>전체 기간</translation>
    </message>
    <message>
        <source>Last 24 hours</source>
        <translation>최근 24시간</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>최근 7일</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>최근 30일</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>최근 1년</translation>
    </message>
    <message>
        <source>Between two days…</source>
        <translation>기간 직접 지정…</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>필터</translation>
    </message>
    <message>
        <source>What was said</source>
        <translation>말한 내용</translation>
    </message>
    <message>
        <source>Questions and answers</source>
        <translation>질문과 답변</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>질문</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>답변</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>오류</translation>
    </message>
</context>
<context>
    <name>SearchSpan</name>
    <message>
        <source>From</source>
        <translation>시작일</translation>
    </message>
    <message>
        <source>To</source>
        <translation>종료일</translation>
    </message>
</context>
<context>
    <name>ServiceSection</name>
    <message>
        <source>Your conversations are kept on this desk only.</source>
        <translation>대화는 이 데스크에만 보관됩니다.</translation>
    </message>
    <message>
        <source>To have them on several desks, run “balance-desk conversations connect” in a terminal, with the address of a service.</source>
        <translation>여러 데스크에서 함께 보려면 터미널에서 서비스 주소와 함께 “balance-desk conversations connect”를 실행하세요.</translation>
    </message>
    <message>
        <source>To disconnect, run “balance-desk conversations disconnect” in a terminal. It holds from the next start on; what is here stays.</source>
        <translation>연결을 끊으려면 터미널에서 “balance-desk conversations disconnect”를 실행하세요. 다음에 시작할 때부터 적용되며, 여기 있는 것은 그대로 남습니다.</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>연결하는 중…</translation>
    </message>
    <message>
        <source>All is in step.</source>
        <translation>모두 동기화되었습니다.</translation>
    </message>
    <message>
        <source>Not synced: the service does not accept this desk&apos;s token.</source>
        <translation>동기화되지 않음: 서비스가 이 데스크의 토큰을 받아들이지 않습니다.</translation>
    </message>
    <message>
        <source>Offline, will sync.</source>
        <translation>오프라인 상태이며, 나중에 동기화됩니다.</translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>단축키</translation>
    </message>
    <message>
        <source>Part of a command, or keys</source>
        <translation>명령의 일부 또는 키</translation>
    </message>
    <message>
        <source>All as they came</source>
        <translation>모두 처음 값으로</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>While you write</source>
        <translation>글을 쓰는 동안</translation>
    </message>
    <message>
        <source>Bring back your last message</source>
        <translation>마지막 메시지 다시 불러오기</translation>
    </message>
    <message>
        <source>Choose an answer to a question</source>
        <translation>질문의 답 고르기</translation>
    </message>
    <message>
        <source>Break the line</source>
        <translation>줄 바꾸기</translation>
    </message>
    <message>
        <source>Give a command</source>
        <translation>명령 실행</translation>
    </message>
    <message>
        <source>Ask another agent</source>
        <translation>다른 에이전트에게 묻기</translation>
    </message>
    <message>
        <source>{command}: {keys}. Change</source>
        <translation>{command}: {keys}. 바꾸기</translation>
    </message>
    <message>
        <source>no keys</source>
        <translation>키 없음</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>New conversation</source>
        <translation>새 대화</translation>
    </message>
    <message>
        <source>In the title</source>
        <translation>제목에서</translation>
    </message>
    <message>
        <source>Nothing was found for “{words}”.</source>
        <translation>“{words}”에 대한 결과가 없습니다.</translation>
    </message>
    <message>
        <source>Search titles and messages</source>
        <translation>제목과 메시지 검색</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>검색 결과</translation>
    </message>
</context>
<context>
    <name>SignInDialog</name>
    <message>
        <source>Sign in</source>
        <translation>로그인</translation>
    </message>
    <message>
        <source>Sign in with {name}</source>
        <translation>{name} 로그인</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>브라우저에서 열기</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>주소 복사</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>It asks for: {scopes}</source>
        <translation>요청하는 권한: {scopes}</translation>
    </message>
    <message>
        <source>It is kept in the keyring of this system.</source>
        <translation>이 시스템의 키링에 보관됩니다.</translation>
    </message>
    <message>
        <source>This system has no keyring: it is kept in memory and ends with the window.</source>
        <translation>이 시스템에는 키링이 없습니다. 메모리에만 보관되며 창을 닫으면 사라집니다.</translation>
    </message>
    <message>
        <source>Just a moment…</source>
        <translation>잠시만 기다려 주십시오…</translation>
    </message>
    <message>
        <source>Sign in at this address, then come back.</source>
        <translation>이 주소에서 로그인한 뒤 돌아오십시오.</translation>
    </message>
    <message>
        <source>This agent does not say how to sign in: there is nothing to enter.</source>
        <translation>이 에이전트는 로그인 방법을 알려 주지 않습니다. 입력할 것이 없습니다.</translation>
    </message>
    <message>
        <source>{field} (may be empty)</source>
        <translation>{field} (비워 둘 수 있음)</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>토큰</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>키</translation>
    </message>
    <message>
        <source>User</source>
        <translation>사용자</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>비밀번호</translation>
    </message>
    <message>
        <source>Client id</source>
        <translation>클라이언트 ID</translation>
    </message>
    <message>
        <source>Client secret</source>
        <translation>클라이언트 비밀키</translation>
    </message>
    <message>
        <source>Where you sign in</source>
        <translation>로그인할 주소</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Start</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>Try one of these</source>
        <translation>이렇게 물어보세요</translation>
    </message>
    <message>
        <source>Open your own data…</source>
        <translation>내 데이터 열기…</translation>
    </message>
    <message>
        <source>The table that is open now is a sample: its games are simulated, not real.</source>
        <translation>지금 열린 표는 예제입니다. 실제 경기가 아니라 시뮬레이션으로 만든 경기입니다.</translation>
    </message>
    <message>
        <source>Ask about a table in your own words. Every number comes with its count, its interval and the query behind it.</source>
        <translation>표에 대해 평소 말하듯 물어보세요. 모든 수치에는 표본 수와 구간, 그 뒤의 쿼리가 함께 나옵니다.</translation>
    </message>
    <message>
        <source>Opening your conversations…</source>
        <translation>대화를 여는 중…</translation>
    </message>
    <message>
        <source>This could not be opened</source>
        <translation>열 수 없습니다</translation>
    </message>
    <message>
        <source>Ask your data</source>
        <translation>데이터에 물어보세요</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>새 대화</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>Steps</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>Try this step again</source>
        <translation>이 단계 다시 하기</translation>
    </message>
    <message>
        <source>Steps of the plan</source>
        <translation>계획의 단계</translation>
    </message>
    <message>
        <source>Input and output</source>
        <translation>입력과 출력</translation>
    </message>
    <message>
        <source>No steps here</source>
        <translation>여기에는 단계가 없습니다</translation>
    </message>
    <message>
        <source>Agents that work in steps show their plan here while they work.</source>
        <translation>단계별로 일하는 에이전트는 일하는 동안 여기에 계획을 보여 줍니다.</translation>
    </message>
    <message>
        <source>{done} of {all} steps done</source>
        <translation>{all}단계 중 {done}단계 완료</translation>
    </message>
    <message>
        <source>what came of step {steps}</source>
        <translation>{steps}단계의 결과</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>질문</translation>
    </message>
    <message>
        <source>With</source>
        <translation>함께 준 것</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>asked</source>
        <translation>질문함</translation>
    </message>
    <message>
        <source>Run {run}</source>
        <translation>실행 {run}</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds}초</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>입력</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>출력</translation>
    </message>
    <message>
        <source>Not begun</source>
        <translation>시작 전</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>작업 중</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>중지됨</translation>
    </message>
    <message>
        <source>Try step {number} again: {name}</source>
        <translation>{number}단계 다시 하기: {name}</translation>
    </message>
    <message>
        <source>Show the &amp;steps</source>
        <translation>단계 보기(&amp;S)</translation>
    </message>
    <message>
        <source>from before the interruption</source>
        <translation>중단되기 전에 한 것</translation>
    </message>
    <message>
        <source>after {steps}</source>
        <translation>{steps}단계 뒤</translation>
    </message>
    <message>
        <source>only if {steps} fails</source>
        <translation>{steps}단계가 실패할 때만</translation>
    </message>
    <message>
        <source>after {steps}, even if that fails</source>
        <translation>{steps}단계가 실패해도 그 뒤</translation>
    </message>
    <message>
        <source>asks you first</source>
        <translation>먼저 물어봄</translation>
    </message>
    <message>
        <source>until it says “{words}”</source>
        <translation>“{words}”라고 할 때까지</translation>
    </message>
    <message>
        <source>done {count} times</source>
        <translation>{count}번 함</translation>
    </message>
    <message>
        <source>When</source>
        <translation>언제</translation>
    </message>
</context>
<context>
    <name>Sync</name>
    <message>
        <source>The conversation service did not have “{title}” any more. It was made anew there, with what you write from now on.</source>
        <translation>대화 서비스에 “{title}” 대화가 더는 없어서, 지금부터 쓰시는 내용으로 그곳에 새로 만들었습니다.</translation>
    </message>
    <message>
        <source>The conversation service has lost what was said lately. It got it again from this desk.</source>
        <translation>대화 서비스가 최근에 나눈 대화를 잃어버려, 이 데스크에서 다시 보냈습니다.</translation>
    </message>
    <message>
        <source>Another desk renamed the conversation first: it is called “{theirs}”. Your name “{mine}” was not kept.</source>
        <translation>다른 데스크에서 먼저 대화 이름을 “{theirs}”(으)로 바꾸었습니다. 여기서 바꾼 이름 “{mine}”은(는) 남지 않았습니다.</translation>
    </message>
    <message>
        <source>Another desk changed “{title}” first: “{theirs}” holds. Your change to “{mine}” was not kept.</source>
        <translation>다른 데스크에서 먼저 “{title}”을(를) 바꾸어 “{theirs}”이(가) 남았습니다. 여기서 바꾼 “{mine}”은(는) 남지 않았습니다.</translation>
    </message>
    <message>
        <source>Use my name</source>
        <translation>내 이름으로 바꾸기</translation>
    </message>
    <message>
        <source>“{title}” was deleted on another desk.</source>
        <translation>“{title}” 대화가 다른 데스크에서 삭제되었습니다.</translation>
    </message>
    <message>
        <source>“{title}” was erased for good at the conversation service. What you wrote since is kept, in a conversation of the same name.</source>
        <translation>“{title}” 대화가 대화 서비스에서 완전히 지워졌습니다. 그 뒤에 쓰신 내용은 같은 이름의 대화에 남아 있습니다.</translation>
    </message>
    <message>
        <source>“{title}” was erased for good at the conversation service, and so here.</source>
        <translation>“{title}” 대화가 대화 서비스에서 완전히 지워져 이곳에서도 지웠습니다.</translation>
    </message>
    <message>
        <source>The conversation service does not take a change of what is remembered: {why} It holds on this desk only.</source>
        <translation>대화 서비스가 기억의 변경을 받아들이지 않습니다. {why} 이 데스크에만 적용됩니다.</translation>
    </message>
    <message>
        <source>The conversation service does not take what changed in “{title}”: {why} It is kept on this desk only.</source>
        <translation>대화 서비스가 “{title}” 대화의 변경을 받아들이지 않습니다. {why} 이 데스크에만 보관됩니다.</translation>
    </message>
    <message>
        <source>A conversation</source>
        <translation>대화</translation>
    </message>
    <message>
        <source>Bring it back</source>
        <translation>되살리기</translation>
    </message>
</context>
<context>
    <name>SyncSign</name>
    <message>
        <source>Not synced: the conversation service does not accept this desk&apos;s token.</source>
        <translation>동기화되지 않음: 대화 서비스가 이 데스크의 토큰을 받아들이지 않습니다.</translation>
    </message>
    <message>
        <source>Offline, will sync: your messages are kept here and sent later.</source>
        <translation>오프라인, 나중에 동기화합니다: 메시지는 여기에 보관되며 나중에 전송됩니다.</translation>
    </message>
    <message>
        <source>Offline, will sync: what other desks say is shown later.</source>
        <translation>오프라인, 나중에 동기화합니다: 다른 데스크의 대화는 나중에 표시됩니다.</translation>
    </message>
    <message>
        <source>Ask whoever runs the service for a new one, then run “balance-desk conversations connect”. Until then your conversations are kept here.</source>
        <translation>서비스를 운영하는 사람에게 새 토큰을 받아 “balance-desk conversations connect”를 실행하십시오. 그때까지 대화는 이곳에 보관됩니다.</translation>
    </message>
</context>
<context>
    <name>TagDialog</name>
    <message>
        <source>Tags</source>
        <translation>태그</translation>
    </message>
    <message>
        <source>balance, patch 5.0</source>
        <translation>밸런스, 패치 5.0</translation>
    </message>
    <message>
        <source>&amp;New tags, with commas between them</source>
        <translation>새 태그, 쉼표로 나눕니다(&amp;N)</translation>
    </message>
    <message>
        <source>New tags, with commas between them</source>
        <translation>새 태그, 쉼표로 나눕니다</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
</context>
<context>
    <name>TaskListDialog</name>
    <message>
        <source>More tasks</source>
        <translation>작업 더 보기</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>따라가기</translation>
    </message>
    <message>
        <source>Cancel the task</source>
        <translation>작업 취소</translation>
    </message>
    <message>
        <source>Ask by hand…</source>
        <translation>직접 요청…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>The agent is asked…</source>
        <translation>에이전트에 묻는 중…</translation>
    </message>
    <message>
        <source>Tasks: {count}, and more</source>
        <translation>작업: {count}개, 더 있음</translation>
    </message>
    <message>
        <source>Tasks: {count}</source>
        <translation>작업: {count}개</translation>
    </message>
    <message>
        <source>Tasks of {agent}</source>
        <translation>{agent}의 작업</translation>
    </message>
    <message>
        <source>In any state</source>
        <translation>모든 상태</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Of this conversation only</source>
        <translation>이 대화의 작업만</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>What the agent says of the task</source>
        <translation>작업에 대한 에이전트의 응답</translation>
    </message>
    <message>
        <source>Enter on a task shows what the agent says of it.</source>
        <translation>작업에서 Enter를 누르면 에이전트의 응답을 보여 줍니다.</translation>
    </message>
</context>
<context>
    <name>TourBar</name>
    <message>
        <source>Tour</source>
        <translation>둘러보기</translation>
    </message>
    <message>
        <source>Step {step} of {steps}</source>
        <translation>{steps}단계 중 {step}단계</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>이전</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>마침</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>다음</translation>
    </message>
    <message>
        <source>Skip (Esc)</source>
        <translation>건너뛰기(Esc)</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>질문하기</translation>
    </message>
    <message>
        <source>Write a question below in your own words, or press one of the examples.</source>
        <translation>아래에 평소 쓰는 말로 질문을 적거나, 예시 질문 하나를 누르십시오.</translation>
    </message>
    <message>
        <source>Choose an answer</source>
        <translation>답 고르기</translation>
    </message>
    <message>
        <source>When something is missing, the agent asks back right here: press an answer, or its number on the keyboard.</source>
        <translation>빠진 것이 있으면 에이전트가 바로 여기에서 되묻습니다. 답을 누르거나 키보드에서 그 번호를 누르십시오.</translation>
    </message>
    <message>
        <source>See how it was computed</source>
        <translation>계산 방법 보기</translation>
    </message>
    <message>
        <source>Press “How was this computed” under an answer: it shows the query, the count and the source of the numbers.</source>
        <translation>답변 아래의 “계산 방법”을 누르면 쿼리와 표본 수, 수치의 출처가 보입니다.</translation>
    </message>
</context>
<context>
    <name>Travel</name>
    <message>
        <source>Asked</source>
        <translation>질문</translation>
    </message>
    <message>
        <source>Result: {name}</source>
        <translation>결과: {name}</translation>
    </message>
    <message>
        <source>text</source>
        <translation>글</translation>
    </message>
    <message>
        <source>table</source>
        <translation>표</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>그림</translation>
    </message>
    <message>
        <source>query</source>
        <translation>쿼리</translation>
    </message>
    <message>
        <source>what was understood</source>
        <translation>이해한 내용</translation>
    </message>
    <message>
        <source>what the data holds</source>
        <translation>데이터의 내용</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>수치</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>계획</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>who was asked</source>
        <translation>물어본 에이전트</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>답장</translation>
    </message>
    <message>
        <source>Connection lost</source>
        <translation>연결 끊김</translation>
    </message>
    <message>
        <source>Found again</source>
        <translation>다시 찾음</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>답변됨</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>대체됨</translation>
    </message>
    <message>
        <source>On the board</source>
        <translation>보드에 고정</translation>
    </message>
    <message>
        <source>Off the board</source>
        <translation>보드에서 뗌</translation>
    </message>
</context>
<context>
    <name>TravelBar</name>
    <message>
        <source>Event before</source>
        <translation>이전 사건</translation>
    </message>
    <message>
        <source>Event after</source>
        <translation>다음 사건</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>재생</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>Moment of the conversation</source>
        <translation>대화의 시점</translation>
    </message>
    <message>
        <source>Back to now</source>
        <translation>현재로 돌아가기</translation>
    </message>
</context>
<context>
    <name>TwoLineDelegate</name>
    <message>
        <source>Title of the conversation</source>
        <translation>대화 제목</translation>
    </message>
</context>
<context>
    <name>UpdateDialog</name>
    <message>
        <source>Updates</source>
        <translation>업데이트</translation>
    </message>
    <message>
        <source>You have version {version}.</source>
        <translation>지금 버전은 {version}입니다.</translation>
    </message>
    <message>
        <source>Balance Desk never looks for newer versions by itself, and tells nobody that you use it. The web page names the newest one.</source>
        <translation>Balance Desk는 새 버전을 스스로 찾지 않으며, 사용한다는 사실을 누구에게도 알리지 않습니다. 최신 버전은 웹 페이지에 있습니다.</translation>
    </message>
    <message>
        <source>An update keeps your conversations; before it changes their database it makes a copy.</source>
        <translation>업데이트해도 대화는 남습니다. 대화 데이터베이스를 바꾸기 전에는 사본을 만듭니다.</translation>
    </message>
    <message>
        <source>Open {page}</source>
        <translation>{page} 열기</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>The command that updates this copy</source>
        <translation>이 사본을 업데이트하는 명령</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>This copy came as a folder: download the new archive there, and put its folder in the place of this one.</source>
        <translation>폴더로 받은 사본입니다. 그 페이지에서 새 압축 파일을 받아, 그 폴더로 지금 폴더를 바꾸십시오.</translation>
    </message>
    <message>
        <source>This copy came as a Flatpak: your software centre or this updates it.</source>
        <translation>Flatpak으로 받은 사본입니다. 소프트웨어 센터나 다음 명령으로 업데이트합니다.</translation>
    </message>
    <message>
        <source>This copy runs from its source: this updates it.</source>
        <translation>소스에서 실행되는 사본입니다. 다음 명령으로 업데이트합니다.</translation>
    </message>
    <message>
        <source>This copy came as a Python package: this updates it.</source>
        <translation>Python 패키지로 받은 사본입니다. 다음 명령으로 업데이트합니다.</translation>
    </message>
</context>
<context>
    <name>Usage</name>
    <message>
        <source>Tokens: {count}</source>
        <translation>토큰: {count}</translation>
    </message>
    <message>
        <source>Tokens: {read} read, {written} written</source>
        <translation>토큰: 읽음 {read}, 씀 {written}</translation>
    </message>
</context>
<context>
    <name>Workbook</name>
    <message>
        <source>Result</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>출처</translation>
    </message>
    <message>
        <source>File</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>Rows in the file</source>
        <translation>파일의 행 수</translation>
    </message>
    <message>
        <source>Rows of the result</source>
        <translation>결과의 행 수</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>참고</translation>
    </message>
</context>
<context>
    <name>_Card</name>
    <message>
        <source>Close this message</source>
        <translation>이 알림 닫기</translation>
    </message>
</context>
<context>
    <name>DateGroups</name>
    <message numerus="yes">
        <source>Needs you (%n)</source>
        <translation>
            <numerusform>답을 기다림 (%n)</numerusform>
        </translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>고정됨</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>오늘</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>어제</translation>
    </message>
    <message>
        <source>This week</source>
        <translation>이번 주</translation>
    </message>
    <message>
        <source>This month</source>
        <translation>이번 달</translation>
    </message>
    <message>
        <source>{month} {year}</source>
        <translation>{year}년 {month}</translation>
    </message>
</context>
<context>
    <name>Columns</name>
    <message>
        <source>id</source>
        <translation>식별자</translation>
    </message>
    <message>
        <source>group</source>
        <translation>분류</translation>
    </message>
    <message>
        <source>number</source>
        <translation>숫자</translation>
    </message>
    <message>
        <source>time</source>
        <translation>시간</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>길이(시간)</translation>
    </message>
    <message>
        <source>yes or no</source>
        <translation>예/아니오</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>예</translation>
    </message>
    <message>
        <source>no</source>
        <translation>아니오</translation>
    </message>
    <message>
        <source>text</source>
        <translation>글</translation>
    </message>
    <message>
        <source>other</source>
        <translation>기타</translation>
    </message>
    <message>
        <source>year</source>
        <translation>연</translation>
    </message>
    <message>
        <source>quarter</source>
        <translation>분기</translation>
    </message>
    <message>
        <source>month</source>
        <translation>월</translation>
    </message>
    <message>
        <source>week</source>
        <translation>주</translation>
    </message>
    <message>
        <source>day</source>
        <translation>일</translation>
    </message>
    <message>
        <source>added up</source>
        <translation>합계</translation>
    </message>
    <message>
        <source>averaged</source>
        <translation>평균</translation>
    </message>
    <message>
        <source>neither added nor averaged</source>
        <translation>합계도 평균도 아님</translation>
    </message>
    <message>
        <source>the time of a row</source>
        <translation>행의 시점</translation>
    </message>
    <message>
        <source>the name of a row</source>
        <translation>행의 이름</translation>
    </message>
    <message>
        <source>nothing special</source>
        <translation>특별한 역할 없음</translation>
    </message>
    <message>
        <source>called “{name}”</source>
        <translation>이름 “{name}”</translation>
    </message>
    <message>
        <source>also {words}</source>
        <translation>다른 말 {words}</translation>
    </message>
    <message>
        <source>Column “{name}”: {what}</source>
        <translation>열 “{name}”: {what}</translation>
    </message>
</context>
<context>
    <name>ColumnDialog</name>
    <message>
        <source>Correct a column</source>
        <translation>열 고치기</translation>
    </message>
    <message>
        <source>With commas between them</source>
        <translation>쉼표로 구분</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>이름(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Also called</source>
        <translation>다른 말(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>종류(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Over several rows</source>
        <translation>여러 행에서(&amp;O)</translation>
    </message>
    <message>
        <source>In the &amp;table</source>
        <translation>표에서(&amp;T)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
</context>
<context>
    <name>StatementDialog</name>
    <message>
        <source>Edit and run the query</source>
        <translation>쿼리를 고쳐서 실행</translation>
    </message>
    <message>
        <source>It runs read-only: one SELECT over the tables of this data. The result says that it is your own; nothing of its meaning is checked.</source>
        <translation>읽기 전용으로 실행합니다: 이 데이터의 표에 대한 SELECT 하나. 결과에는 직접 쓴 것이라고 나오며, 그 뜻은 확인하지 않습니다.</translation>
    </message>
    <message>
        <source>Query (SQL)</source>
        <translation>쿼리(SQL)</translation>
    </message>
    <message>
        <source>Ctrl+Enter runs it</source>
        <translation>Ctrl+Enter로 실행합니다</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Restore the query</source>
        <translation>쿼리 되돌리기</translation>
    </message>
</context>
<context>
    <name>Board</name>
    <message>
        <source>it tells something else than before</source>
        <translation>이전과 다른 것을 말함</translation>
    </message>
    <message>
        <source>rows that are new: {count}</source>
        <translation>새로 생긴 행: {count}</translation>
    </message>
    <message>
        <source>rows that are gone: {count}</source>
        <translation>없어진 행: {count}</translation>
    </message>
    <message>
        <source>the column {column} is new</source>
        <translation>{column} 열 새로 생김</translation>
    </message>
    <message>
        <source>the column {column} is gone</source>
        <translation>{column} 열 없어짐</translation>
    </message>
    <message>
        <source>nothing changed</source>
        <translation>달라진 것 없음</translation>
    </message>
    <message>
        <source>{count} more</source>
        <translation>그 밖에 {count}개</translation>
    </message>
    <message>
        <source>{row} is gone</source>
        <translation>{row} 없어짐</translation>
    </message>
    <message>
        <source>{row} is new</source>
        <translation>{row} 새로 생김</translation>
    </message>
    <message>
        <source>Asking anew: {at} of {all}</source>
        <translation>다시 묻는 중: {all}개 중 {at}번째</translation>
    </message>
    <message>
        <source>Not answered anew, and as it was: {questions}</source>
        <translation>다시 답하지 못해 그대로 둠: {questions}</translation>
    </message>
    <message>
        <source>Changed: {what}</source>
        <translation>달라진 것: {what}</translation>
    </message>
</context>
<context>
    <name>BoardWindow</name>
    <message>
        <source>Nothing is pinned yet: press “Pin to the board” under an answer, then “Pin for all conversations”.</source>
        <translation>아직 고정한 것이 없습니다. 답변 아래의 “보드에 고정”을 누른 다음 “모든 대화용으로 고정”을 누르세요.</translation>
    </message>
    <message>
        <source>Which board</source>
        <translation>어느 보드</translation>
    </message>
    <message>
        <source>Board: {title}</source>
        <translation>보드: {title}</translation>
    </message>
    <message>
        <source>Board of all conversations</source>
        <translation>모든 대화의 보드</translation>
    </message>
    <message>
        <source>&amp;Ask anew</source>
        <translation>다시 묻기(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Save as a page…</source>
        <translation>페이지로 저장(&amp;S)…</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>보드</translation>
    </message>
    <message>
        <source>Nothing is pinned yet: press “Pin to the board” under an answer.</source>
        <translation>아직 고정한 것이 없습니다. 답변 아래의 “보드에 고정”을 누르세요.</translation>
    </message>
    <message>
        <source>Answers on the board</source>
        <translation>보드의 답변</translation>
    </message>
</context>
<context>
    <name>SideTitle</name>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
</context>
<context>
    <name>QPrintSettingsOutput</name>
    <message>
        <source>Page &amp;Set:</source>
        <translation>쪽 모음(&amp;S):</translation>
    </message>
</context>
<context>
    <name>Keywords</name>
    <message>
        <source>table spreadsheet CSV Excel database load</source>
        <translation>표 스프레드시트 CSV 엑셀 데이터베이스 불러오기</translation>
    </message>
    <message>
        <source>table spreadsheet CSV Excel history</source>
        <translation>표 스프레드시트 CSV 엑셀 기록</translation>
    </message>
    <message>
        <source>connect server address URL A2A</source>
        <translation>연결 서버 주소 URL A2A</translation>
    </message>
    <message>
        <source>save share download HTML Markdown PDF JSON</source>
        <translation>저장 공유 다운로드 HTML Markdown PDF JSON</translation>
    </message>
    <message>
        <source>load restore backup</source>
        <translation>불러오기 복원 백업</translation>
    </message>
    <message>
        <source>paper PDF</source>
        <translation>종이 PDF</translation>
    </message>
    <message>
        <source>link URL</source>
        <translation>링크 URL</translation>
    </message>
    <message>
        <source>find conversations history</source>
        <translation>찾기 대화 기록</translation>
    </message>
    <message>
        <source>upload enclose</source>
        <translation>올리기 동봉</translation>
    </message>
    <message>
        <source>settings options configure</source>
        <translation>설정 옵션 구성</translation>
    </message>
    <message>
        <source>columns fields profile schema table</source>
        <translation>열 필드 프로필 스키마 표</translation>
    </message>
    <message>
        <source>dashboard pinned results</source>
        <translation>대시보드 고정 결과</translation>
    </message>
    <message>
        <source>events history audit</source>
        <translation>이벤트 기록 감사</translation>
    </message>
    <message>
        <source>remember context</source>
        <translation>기억 맥락</translation>
    </message>
    <message>
        <source>history replay earlier</source>
        <translation>기록 재생 이전</translation>
    </message>
    <message>
        <source>protocol frames wire JSON debug</source>
        <translation>프로토콜 프레임 통신 JSON 디버그</translation>
    </message>
    <message>
        <source>colours appearance day</source>
        <translation>색 모양 주간</translation>
    </message>
    <message>
        <source>colours appearance night</source>
        <translation>색 모양 야간</translation>
    </message>
    <message>
        <source>animation</source>
        <translation>애니메이션</translation>
    </message>
    <message>
        <source>larger bigger text size font</source>
        <translation>크게 확대 글자 크기 글꼴</translation>
    </message>
    <message>
        <source>smaller text size font</source>
        <translation>작게 축소 글자 크기 글꼴</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>라벨</translation>
    </message>
    <message>
        <source>hide put away</source>
        <translation>숨기기 치우기</translation>
    </message>
    <message>
        <source>remove</source>
        <translation>지우기 제거</translation>
    </message>
    <message>
        <source>cancel abort</source>
        <translation>취소 멈춤</translation>
    </message>
    <message>
        <source>again repeat</source>
        <translation>다시 반복</translation>
    </message>
    <message>
        <source>difference versus</source>
        <translation>차이 대비</translation>
    </message>
    <message>
        <source>manual guide documentation</source>
        <translation>설명서 안내 문서</translation>
    </message>
    <message>
        <source>keys hotkeys</source>
        <translation>키 핫키</translation>
    </message>
    <message>
        <source>bug error feedback</source>
        <translation>버그 오류 의견</translation>
    </message>
    <message>
        <source>version upgrade</source>
        <translation>버전 업그레이드</translation>
    </message>
    <message>
        <source>version licence</source>
        <translation>버전 라이선스</translation>
    </message>
    <message>
        <source>SQL query source</source>
        <translation>SQL 쿼리 출처</translation>
    </message>
    <message>
        <source>SQL query change</source>
        <translation>SQL 쿼리 바꾸기</translation>
    </message>
    <message>
        <source>chart image clipboard</source>
        <translation>차트 이미지 클립보드</translation>
    </message>
    <message>
        <source>chart image download</source>
        <translation>차트 이미지 다운로드</translation>
    </message>
    <message>
        <source>rows clipboard</source>
        <translation>행 클립보드</translation>
    </message>
    <message>
        <source>Excel spreadsheet download</source>
        <translation>엑셀 스프레드시트 다운로드</translation>
    </message>
    <message>
        <source>dashboard keep</source>
        <translation>대시보드 보관</translation>
    </message>
    <message>
        <source>filter group condition</source>
        <translation>필터 그룹 조건</translation>
    </message>
    <message>
        <source>share export file HTML download</source>
        <translation>공유 내보내기 파일 내려받기</translation>
    </message>
    <message>
        <source>follow up question</source>
        <translation>이어서 묻기 질문</translation>
    </message>
</context>
</TS>
